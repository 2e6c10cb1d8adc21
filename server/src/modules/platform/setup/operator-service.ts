import type { Query } from '@hostler/database';
import { audit } from '#kernel/audit/record.ts';
import { notFound } from '#kernel/errors.ts';
import type { Clock } from '#kernel/time.ts';
import type { Config } from '#settings/config.ts';
import { PROPOSED, STEPS } from './catalogue.ts';
import { errors } from './errors.ts';
import type { Setup, SetupStep } from './schemas.ts';
import { type Gap, listGaps } from './sign-up-gaps.ts';
import { findMissing, isRequired, type SetupFacts, STEP_IDS, type StepId } from './steps.ts';
import { listSkipped, skipStep } from './store.ts';

/** Facts that other modules know. */
export interface SetupSources {
  hasNumbers(): Query<boolean>;
  hasSentMail(): Query<boolean>;
  hasPlan(): Query<boolean>;
  hasCopy(): Query<boolean>;
  hasColleagues(): Query<boolean>;
}

interface Dependencies {
  clock: Clock;
  /** With the current values. */
  config: Config;
  sources: SetupSources;
}

export type SetupOperatorService = ReturnType<typeof createSetupOperatorService>;

/** The checklist of the first run. */
export function createSetupOperatorService({ clock, config, sources }: Dependencies) {
  function* show(): Query<Setup> {
    const facts = yield* readFacts();
    const gaps = listGaps(config, facts).map(({ title }) => title);
    const { mode } = config.commerce.signUp;
    return {
      steps: STEP_IDS.map((id) => view(id, facts)),
      sign_up: { mode, is_open: mode !== 'closed' && gaps.length === 0, gaps, is_checked: config.signUpCheck },
      proposed: [...PROPOSED],
    };
  }

  function* readFacts(): Query<SetupFacts> {
    return {
      hasNumbers: yield* sources.hasNumbers(),
      skipped: yield* listSkipped(),
      // Mail in files is never accepted by a server, and looking for one would read them all.
      hasSentMail: config.smtpUrl !== undefined && (yield* sources.hasSentMail()),
      hasPlan: yield* sources.hasPlan(),
      hasCopy: yield* sources.hasCopy(),
      hasColleagues: yield* sources.hasColleagues(),
    };
  }

  function view(id: StepId, facts: SetupFacts): SetupStep {
    const { title, description, settings = [], variables = [] } = STEPS[id];
    const reason = findMissing(id, config, facts);
    const state = reason === null ? 'done' : facts.skipped.has(id) ? 'skipped' : 'missing';
    return {
      ...{ id, title, description, state, reason, required: isRequired(id), settings: [...settings] },
      variables: variables.map((name) => ({ name, is_set: config.source.isGiven(name) })),
    };
  }

  /** Skips a step, so that it is no longer counted as missing. Sign-up stays closed if the step is required. */
  function* skip({ step: wanted }: { step: string }): Query<SetupStep> {
    const id = STEP_IDS.find((known) => known === wanted);
    if (!id) throw notFound('Step');
    const now = clock.now();
    if (!(yield* skipStep(id, now))) throw errors.step_already_skipped({ id });
    yield* audit({ record: { type: 'setup', id: STEP_IDS.indexOf(id) + 1, label: STEPS[id].title }, changed: [], now });
    return view(id, yield* readFacts());
  }

  /** Returns the required steps that keep public sign-up closed, whatever its mode is. */
  function* findGaps(): Query<Gap[]> {
    if (!config.signUpCheck) return [];
    return listGaps(config, { hasNumbers: yield* sources.hasNumbers(), skipped: yield* listSkipped() });
  }

  /** Counts the steps that are neither done nor skipped. */
  function* countMissing(): Query<number> {
    return (yield* show()).steps.filter(({ state }) => state === 'missing').length;
  }

  return { show, skip, findGaps, countMissing };
}

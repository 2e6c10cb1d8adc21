import type { Database, Query } from '@hostler/database';
import type { CheckedEngine } from '#health/health.ts';
import type { Config } from '#settings/config.ts';
import { STEPS } from './catalogue.ts';
import { findMissingRequired, REQUIRED_IDS, type RequiredFacts } from './steps.ts';

export interface Gap {
  readonly title: string;
  readonly reason: string;
}

/** Returns the steps that keep public sign-up closed. The demo has none, and `HOSTLER_SIGNUP_CHECK=off` removes them. */
export function listGaps(config: Config, facts: RequiredFacts): Gap[] {
  if (!config.signUpCheck) return [];
  return REQUIRED_IDS.flatMap((id) => {
    const reason = findMissingRequired(id, config, facts);
    return reason === null ? [] : [{ title: STEPS[id].title, reason }];
  });
}

interface Dependencies {
  db: Database;
  config: Config;
  findGaps(): Query<Gap[]>;
}

/** Reports to `doctor` whether people can sign up, and why not. */
export function signUpCheck({ db, config, findGaps }: Dependencies): CheckedEngine {
  return {
    name: 'sign-up',
    async check() {
      const fine = { reachable: true, version: null, advice: null };
      const { mode } = config.commerce.signUp;
      if (mode === 'closed') return { ...fine, detail: 'Closed by HOSTLER_SIGNUP' };
      const gaps = await db.read(findGaps());
      if (gaps.length === 0) return { ...fine, detail: mode === 'open' ? 'Open' : 'Open, staff approve each account' };
      return { ...fine, detail: `Closed, although HOSTLER_SIGNUP is ${mode}`, advice: describeGaps(gaps) };
    },
  };
}

function describeGaps(gaps: readonly Gap[]): string {
  const list = gaps.map(({ title, reason }) => `${title}: ${reason.replace(/\.$/, '')}`).join('; ');
  return `Complete these steps under Settings → Setup. ${list}`;
}

import type { Database, Query } from '@hostler/database';
import { type CheckedEngine, checkEngine, PATIENCE_MS } from '#health/health.ts';
import type { RecurringJob } from '#kernel/jobs/worker.ts';
import type { Logger } from '#kernel/log.ts';
import type { Letter } from '#kernel/mail/letter.ts';
import type { StaffMail } from '#kernel/mail/staff-mail.ts';
import { MINUTE, SECOND } from '#kernel/time.ts';
import type { EngineSeen } from '../../hosting/index.ts';
import { forgetStates } from '../evaluation/operator-store.ts';
import { writeFired, writeOver } from './letters.ts';
import * as store from './operator-store.ts';
import { ENGINE } from './operator-store.ts';

/** A host that restarts is away for a moment. Staff need not be notified of that. */
const HOST_TOLD_AFTER = 2 * MINUTE;
const ENGINE_TOLD_AFTER = MINUTE;

const ENGINE_AWAY = 'The engine of the servers does not answer.';

interface Dependencies {
  db: Database;
  log: Logger;
  staffMail: StaffMail;
}

/** Notifies staff if the engine or a host of its cluster does not answer. The number of affected servers does not matter. */
export function watchHosts(deps: Dependencies) {
  const note = createIncidents(deps);
  return (seen: EngineSeen, now: number, returned?: (since: number, now: number) => Query<void>) =>
    note({
      now,
      troubles: listTroubles(seen),
      // While the engine does not answer, the state of its hosts is unknown.
      answers: (subject) => seen.reachable && (subject === ENGINE || subject.startsWith('node ')),
      toldAfterMs: HOST_TOLD_AFTER,
      ...(returned ? { returned } : {}),
    });
}

function listTroubles(seen: EngineSeen): Map<string, string> {
  if (!seen.reachable) return new Map([[ENGINE, ENGINE_AWAY]]);
  return new Map(
    [...seen.lostNodes].map(([node, servers]) => [
      `node ${node}`,
      `The host ${node} does not answer; ${servers === 1 ? 'one server is' : `${servers} servers are`} on it.`,
    ]),
  );
}

/** Notifies staff if an engine has not answered for a minute: until it does, work of customers waits. */
export function watchEngines({ parts, ...deps }: Dependencies & { parts: readonly CheckedEngine[] }): RecurringJob {
  const note = createIncidents(deps);
  return {
    name: 'engines.watch',
    everyMs: 30 * SECOND,
    async run(now) {
      const checked = await Promise.all(parts.map((part) => checkEngine(part, PATIENCE_MS.person)));
      const troubles = new Map<string, string>();
      const answering = new Set<string>();
      for (const { part, state } of checked) {
        if (state !== 'not reached') answering.add(subjectOf(part));
        else troubles.set(subjectOf(part), part === 'vps' ? ENGINE_AWAY : `The engine ${part} does not answer.`);
      }
      // Its incident ends when its machines can be listed again.
      answering.delete(ENGINE);
      await note({ now, troubles, answers: (subject) => answering.has(subject), toldAfterMs: ENGINE_TOLD_AFTER });
    },
  };
}

const subjectOf = (part: string) => (part === 'vps' ? ENGINE : `engine ${part}`);

/** A look at some subjects. */
interface Look {
  readonly now: number;
  /** Messages of the subjects that do not answer. */
  readonly troubles: ReadonlyMap<string, string>;
  /** Returns whether a subject without trouble answers. The state of others is unknown. */
  answers(subject: string): boolean;
  /** Staff are notified if a subject has not answered for this long. */
  readonly toldAfterMs: number;
  /** Called in the transaction that ends the incident of all servers. */
  returned?(since: number, now: number): Query<void>;
}

/**
 * Returns a function that notifies staff of a part that does not answer, once at the beginning and once at the end, by
 * mail and in the log.
 */
function createIncidents({ db, log, staffMail }: Dependencies) {
  return async function note({ now, troubles, answers, toldAfterMs, returned }: Look): Promise<void> {
    const known = await db.read(store.listIncidents());
    if (troubles.size === 0 && known.length === 0) return;
    const fired: store.Incident[] = [];
    const over: store.Incident[] = [];
    await db.write(function* () {
      for (const [subject, message] of troubles) {
        const before = known.find((one) => one.subject === subject);
        const incident = yield* carryOn({ subject, message, before, now, toldAfterMs });
        if (incident) fired.push(incident);
      }
      for (const { subject } of known) {
        if (troubles.has(subject) || !answers(subject)) continue;
        const ended = yield* store.endIncident(subject);
        if (ended?.fired_at) over.push(ended);
        if (ended && returned && subject === ENGINE) yield* returned(Math.min(ended.since, now), now);
      }
      for (const incident of fired) yield* tellStaff(incident, 'fired', writeFired(incident), now);
      for (const incident of over) yield* tellStaff(incident, 'over', writeOver(incident, now), now);
    });
    for (const { subject, message } of fired) log.error({ subject }, `staff is told: ${message}`);
    for (const { subject, message } of over) log.info({ subject }, `it is over: ${message}`);
    if (fired.some(({ subject }) => subject === ENGINE)) while ((await db.write(forgetStates)) > 0);
  };

  function* tellStaff({ subject, since }: store.Incident, what: string, letter: Letter, now: number): Query<void> {
    const cause = `incident ${subject} ${since} ${what}`;
    yield* staffMail.toStaff({ kind: 'incident', cause, letter, nature: 'alert', now });
  }
}

interface Trouble extends Pick<Look, 'now' | 'toldAfterMs'> {
  readonly subject: string;
  readonly message: string;
  readonly before: store.Incident | undefined;
}

function* carryOn({ subject, message, before, now, toldAfterMs }: Trouble): Query<store.Incident | undefined> {
  if (!before) yield* store.beginIncident({ subject, message, now });
  // Recorded before the clock was set back.
  else if (before.since > now) yield* store.beginAgain({ subject, now });
  else if (now - before.since >= toldAfterMs) return yield* store.fireIncident(subject, now);
  return undefined;
}

import type { Database, Query } from '@hostler/database';
import type { Logger } from '#kernel/log.ts';
import type { Letter } from '#kernel/mail/letter.ts';
import type { StaffMail } from '#kernel/mail/staff-mail.ts';
import { MINUTE } from '#kernel/time.ts';
import type { EngineSeen } from '../../hosting/index.ts';
import { forgetStates } from '../evaluation/operator-store.ts';
import { writeFired, writeOver } from './letters.ts';
import * as store from './operator-store.ts';
import { ENGINE } from './operator-store.ts';

/** An engine that restarts is away for a moment. Staff need not be notified of that. */
const TOLD_AFTER = 2 * MINUTE;

interface Dependencies {
  db: Database;
  log: Logger;
  staffMail: StaffMail;
}

/**
 * Notifies staff if the engine or a host of its cluster does not answer, once at the beginning and once at the end, by
 * mail and in the log. The number of affected servers does not matter.
 */
export function watchEngine({ db, log, staffMail }: Dependencies) {
  return async function noteEngine(
    seen: EngineSeen,
    now: number,
    returned?: (since: number, now: number) => Query<void>,
  ): Promise<void> {
    const troubles = listTroubles(seen);
    const known = await db.read(store.listIncidents());
    if (troubles.size === 0 && known.length === 0) return;
    const fired: store.Incident[] = [];
    const over: store.Incident[] = [];
    await db.write(function* () {
      for (const [subject, message] of troubles) {
        const incident = yield* carryOn(subject, message, known, now);
        if (incident) fired.push(incident);
      }
      for (const { subject } of known) {
        // While the engine does not answer, the state of its hosts is unknown.
        if (troubles.has(subject) || !seen.reachable) continue;
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

  function* carryOn(
    subject: string,
    message: string,
    known: readonly store.Incident[],
    now: number,
  ): Query<store.Incident | undefined> {
    const before = known.find((one) => one.subject === subject);
    if (!before) yield* store.beginIncident({ subject, message, now });
    // Recorded before the clock was set back.
    else if (before.since > now) yield* store.beginAgain({ subject, now });
    else if (now - before.since >= TOLD_AFTER) return yield* store.fireIncident(subject, now);
    return undefined;
  }

  function* tellStaff({ subject, since }: store.Incident, what: string, letter: Letter, now: number): Query<void> {
    const cause = `incident ${subject} ${since} ${what}`;
    yield* staffMail.toStaff({ kind: 'incident', cause, letter, nature: 'alert', now });
  }
}

function listTroubles(seen: EngineSeen): Map<string, string> {
  if (!seen.reachable) return new Map([[ENGINE, 'The engine of the servers does not answer.']]);
  return new Map(
    [...seen.lostNodes].map(([node, servers]) => [
      `node ${node}`,
      `The host ${node} does not answer; ${servers === 1 ? 'one server is' : `${servers} servers are`} on it.`,
    ]),
  );
}

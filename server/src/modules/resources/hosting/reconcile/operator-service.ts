import type { Database, Query } from '@hostler/database';
import type { EngineHealth } from '#engines/engine.ts';
import type { StaffMail } from '#kernel/mail/staff-mail.ts';
import { formatTime, HOUR } from '#kernel/time.ts';
import { nameOf, writeMissing } from './letters.ts';
import {
  countMissing,
  countReports,
  isAnyUnreported,
  listMissing,
  type MissingMachine,
  markReported,
} from './operator-store.ts';

/** Machines that are named. The others are only counted. */
const MOST_NAMED = 20;

/** Returns the line of `doctor` about machines that are missing on the engine. */
export async function checkMachines(db: Database): Promise<EngineHealth> {
  const answer = { reachable: true, version: null };
  const missing = await db.read(listMissing(MOST_NAMED));
  const [first] = missing;
  if (!first) return { ...answer, detail: 'No machine is missing on the engine.', advice: null };
  const more = (await db.read(countMissing())) - missing.length;
  const named = missing.map((machine) => `${nameOf(machine)} since ${formatTime(machine.missing_since)}`);
  return {
    ...answer,
    detail: `Missing on the engine: ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`,
    advice: `Rename the machine back to its original name, or restore the newest backup of its server (Backups in the panel), or run: hostler hosting terminate --id ${first.id}`,
  };
}

/** Returns the value of the metric. */
export async function countMachinesMissing(db: Database): Promise<number> {
  return db.peek(countMissing());
}

/** Machines in one mail. The next pass reports the others. */
const AT_ONCE = 1_000;
/**
 * Below the number of alerts that an inbox accepts, so that no mail is dropped. Further machines are reported later.
 */
const MAILS_PER_HOUR = 10;

/** Notifies staff once of each machine that is gone from the engine: one mail per pass, committed with its mark. */
export function createMissingReport({ db, staffMail }: { db: Database; staffMail: StaffMail }) {
  function* report(now: number): Query<MissingMachine[]> {
    if ((yield* countReports(now - HOUR)) >= MAILS_PER_HOUR) return [];
    const found = yield* markReported(now, AT_ONCE);
    const [first] = found;
    if (!first) return [];
    const letter = writeMissing(found, yield* countMissing());
    const cause = `missing machines ${now} ${first.id}`;
    yield* staffMail.toStaff({ kind: 'machines-missing', cause, letter, nature: 'alert', now });
    return found;
  }

  return async function reportMissing(now: number): Promise<readonly MissingMachine[]> {
    if (!(await db.read(isAnyUnreported()))) return [];
    return db.write(() => report(now));
  };
}

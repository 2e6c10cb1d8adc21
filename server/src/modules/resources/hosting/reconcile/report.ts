import type { Database } from '../../../../kernel/db/database.ts';
import type { Query } from '../../../../kernel/db/query.ts';
import { HOUR } from '../../../../kernel/time.ts';
import type { StaffMail } from '../../../identity/people/index.ts';
import { writeMissing } from './letters.ts';
import { countMissing, countReports, isAnyUnreported, type MissingMachine, markReported } from './operator-store.ts';

/** Machines in one mail. The next pass reports the others. */
const AT_ONCE = 1_000;
/** Fewer than an inbox takes of alerts, so that no mail is dropped. Machines beyond them are reported later. */
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

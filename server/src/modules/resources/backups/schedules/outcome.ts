import { changeRow } from '../../../../kernel/db/change-row.ts';
import type { Query } from '../../../../kernel/db/query.ts';
import { HOUR } from '../../../../kernel/time.ts';
import { discardBackup, type RemoveAction } from '../removal.ts';
import { type BackupRow, listExpired } from '../store.ts';
import type { TellOfFailures } from './customer-mail.ts';
import { changeSchedule, findScheduleOf, type ScheduleRow, type ScheduleState } from './store.ts';

/** A failed backup is made again so often before the next regular one, after 1, 2 and 4 hours. */
const EXTRA_TRIES = 3;
/** People get one mail when so many backups in a row have failed. */
const TELL_AFTER = 2;
/** At a time, so that no commit takes long; the next backup takes the rest away. */
const MOST_EXPIRED = 100;

/** What the end of a scheduled backup means for its schedule. */
function settleSchedule(
  accountId: number,
  backup: BackupRow,
  now: number,
  decide: (schedule: ScheduleRow) => Partial<ScheduleState>,
): Query<ScheduleRow | undefined> {
  return changeRow(
    () => findScheduleOf(accountId, resourceOf(backup)),
    function* (schedule) {
      // Another backup has followed: what became of this one changes nothing any more.
      if (schedule.last_backup_id !== backup.id) return schedule;
      return yield* changeSchedule(accountId, schedule, decide(schedule), now);
    },
  );
}

/** All is well again, and the oldest beyond what is kept are let go: never before there is a newer one that is proved. */
export function* noteSuccess(accountId: number, backup: BackupRow, now: number, remove: RemoveAction): Query<void> {
  const schedule = yield* settleSchedule(accountId, backup, now, () => ({ failures: 0, error: null }));
  if (!schedule) return;
  const expired = yield* listExpired(accountId, resourceOf(backup), schedule.keep, MOST_EXPIRED);
  for (const id of expired) yield* discardBackup(remove, accountId, id, now);
}

export function* noteFailure(accountId: number, backup: BackupRow, now: number, tell: TellOfFailures): Query<void> {
  const schedule = yield* settleSchedule(accountId, backup, now, ({ failures, next_run_at }) => {
    const pause = HOUR * 2 ** failures;
    const again = next_run_at !== null && failures < EXTRA_TRIES ? Math.min(next_run_at, now + pause) : next_run_at;
    return { failures: failures + 1, error: backup.error, next_run_at: again };
  });
  if (schedule?.last_backup_id !== backup.id || schedule.failures !== TELL_AFTER) return;
  yield* tell(accountId, schedule, `backup ${backup.id}`, now);
}

function resourceOf({ resource_type, resource_id }: BackupRow) {
  return { type: resource_type, id: resource_id };
}

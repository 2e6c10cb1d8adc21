import { changeRow, type Query } from '@hostler/database';
import { HOUR } from '#kernel/time.ts';
import { discardBackup, type RemoveAction } from '../removal.ts';
import { type BackupRow, listExpired } from '../store.ts';
import type { TellOfFailures } from './customer-mail.ts';
import { changeSchedule, findScheduleOf, type ScheduleRow, type ScheduleState } from './store.ts';

/** Retries of a failed backup before the next regular one, after 1, 2 and 4 hours. */
const EXTRA_TRIES = 3;
/** A mail is sent once after this many consecutive failures. */
const TELL_AFTER = 2;
/** Expired backups removed per commit, to keep it short. The next backup removes the rest. */
const MOST_EXPIRED = 100;

/** Updates the schedule at the end of a scheduled backup. */
function settleSchedule(
  accountId: number,
  backup: BackupRow,
  now: number,
  decide: (schedule: ScheduleRow) => Partial<ScheduleState>,
): Query<ScheduleRow | undefined> {
  return changeRow(
    () => findScheduleOf(accountId, resourceOf(backup)),
    function* (schedule) {
      // A newer backup has started. The result of this one no longer matters.
      if (schedule.last_backup_id !== backup.id) return schedule;
      return yield* changeSchedule(accountId, schedule, decide(schedule), now);
    },
  );
}

/** Resets the failures and removes expired backups. No backup is removed before a newer verified one exists. */
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

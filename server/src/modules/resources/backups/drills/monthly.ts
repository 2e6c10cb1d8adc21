import { attempt, changeRow, type Query } from '@hostler/database';
import { AppError } from '#kernel/errors.ts';
import { DAY } from '#kernel/time.ts';
import { changeSchedule, findScheduleOf } from '../schedules/store.ts';
import type { BackupRow } from '../store.ts';
import { startDrill } from './service.ts';

/** Pause between two drills of a schedule. */
const MONTH = 30 * DAY;

/**
 * Starts the drill of a new scheduled backup if its schedule asks for one every month and it is due. If it is
 * refused, for example because another drill of the account is in progress, the next backup tries again.
 */
export function* drillMonthly(
  means: Parameters<typeof startDrill>[0],
  accountId: number,
  backup: BackupRow,
  now: number,
): Query<void> {
  const of = { type: backup.resource_type, id: backup.resource_id };
  const schedule = yield* findScheduleOf(accountId, of);
  if (schedule?.verify_monthly !== 1 || (schedule.verify_after ?? 0) > now) return;
  const started = yield* attempt(startDrill(means, accountId, backup, now));
  if ('error' in started) {
    if (started.error instanceof AppError) return;
    throw started.error;
  }
  yield* changeRow(
    () => findScheduleOf(accountId, of),
    (row) => changeSchedule(accountId, row, { verify_after: now + MONTH }, now),
  );
}

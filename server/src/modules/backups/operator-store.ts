import { type Query, sql } from '../../kernel/db/query.ts';
import { SCHEDULE_COLUMNS, type ScheduleRow } from './schedule-store.ts';
import type { BackupStatus } from './schemas.ts';

type Owned<T> = T & { account_id: number };

const DUE = sql<{ now: number; limit: number }, Owned<{ id: number }>>(
  `select id, account_id from backup_schedules where next_run_at <= :now order by next_run_at limit :limit`,
);
const UNDER_WAY = sql<object, { count: number }>(
  `select count(*) as count from backups where type = 'scheduled' and status in ('pending', 'running')`,
);
const AFTER = sql<{ id: number; limit: number }, Owned<ScheduleRow>>(
  `select account_id, ${SCHEDULE_COLUMNS} from backup_schedules where id > :id order by id limit :limit`,
);
const KNOWN = sql<{ ids: string }, Owned<{ id: number; status: BackupStatus }>>(
  `select id, account_id, status from backups
   where id in (select cast(c.value as bigint) from {each :ids as c})`,
);

/** Of all accounts, the longest overdue first. */
export function listDue(now: number, limit: number): Query<Owned<{ id: number }>[]> {
  return DUE.all({ now, limit });
}

/** How many scheduled backups are queued or being made. */
export function* countUnderWay(): Query<number> {
  return (yield* UNDER_WAY.one({}))?.count ?? 0;
}

/** All schedules there are, a few at a time, in order of id. */
export function listSchedulesAfter(id: number, limit: number): Query<Owned<ScheduleRow>[]> {
  return AFTER.all({ id, limit });
}

/** Those of the given backups that have a record. */
export function listKnown(ids: readonly number[]): Query<Owned<{ id: number; status: BackupStatus }>[]> {
  return KNOWN.all({ ids: JSON.stringify(ids) });
}

import { type Query, sql } from '@hostler/database';
import { type ScheduleRow, schedules } from './store.ts';

type Owned<T> = T & { account_id: number };

const DUE = sql<{ engine: string; now: number; passed: string; limit: number }, Owned<{ id: number }>>(
  `select id, account_id from backup_schedules
   where engine = :engine and next_run_at <= :now
     and account_id not in (select cast(p.value as bigint) from {each :passed as p})
   order by next_run_at limit :limit`,
);
const UNDER_WAY = sql<{ engine: string }, Owned<{ count: number }>>(
  `select account_id, count(*) as count from backups
   where type = 'scheduled' and status in ('pending', 'running') and engine = :engine group by account_id`,
);
const AFTER = sql<{ id: number; limit: number }, Owned<ScheduleRow>>(
  `select account_id, ${schedules.columns} from backup_schedules where id > :id order by id limit :limit`,
);

/** Lists due schedules of all accounts except those in `passed`, longest overdue first. */
export function listDue(
  engine: string,
  now: number,
  passed: Iterable<number>,
  limit: number,
): Query<Owned<{ id: number }>[]> {
  return DUE.all({ engine, now, passed: JSON.stringify([...passed]), limit });
}

/** Counts the pending and running scheduled backups of each account on an engine. */
export function listUnderWay(engine: string): Query<Owned<{ count: number }>[]> {
  return UNDER_WAY.all({ engine });
}

/** Lists all schedules in batches, in order of id. */
export function listSchedulesAfter(id: number, limit: number): Query<Owned<ScheduleRow>[]> {
  return AFTER.all({ id, limit });
}

import { defineList, ofAccount, type Page, type PageRequest } from '../../../../kernel/db/page.ts';
import { insert, type Query, type SqlValue, sql } from '../../../../kernel/db/query.ts';
import { foldForSearch } from '../../../../kernel/db/search.ts';
import { countRow, moveRow } from '../../../../kernel/db/totals.ts';
import { defineLimit } from '../../../../kernel/limits/limit.ts';
import type { BackupEngine } from '../resource.ts';
import type { BackedUpType, ResourceRef } from '../schemas.ts';
import type { ScheduleStatus } from './schemas.ts';
import type { Timetable } from './timetable.ts';

export interface ScheduleRow extends Timetable {
  id: number;
  resource_type: BackedUpType;
  resource_id: number;
  keep: number;
  status: ScheduleStatus;
  /** Null while it is paused. */
  next_run_at: number | null;
  last_run_at: number | null;
  last_backup_id: number | null;
  /** How many of its backups in a row failed. */
  failures: number;
  /** Why there is no fresh backup although one was due. */
  error: string | null;
  /** Counts the changes: whoever changes a row must have seen the latest. */
  revision: number;
  created_at: number;
  updated_at: number;
}

export type NewScheduleRow = Timetable &
  Pick<ScheduleRow, 'resource_type' | 'resource_id' | 'keep' | 'next_run_at'> & { engine: BackupEngine };

/** What can change after the creation. */
export type ScheduleState = Omit<
  ScheduleRow,
  'id' | 'resource_type' | 'resource_id' | 'revision' | 'created_at' | 'updated_at'
>;

export const SCHEDULE_COLUMNS = `id, resource_type, resource_id, frequency, time, weekday, keep, status, next_run_at,
  last_run_at, last_backup_id, failures, error, revision, created_at, updated_at`;
const OF_RESOURCE = 'resource_type = :resource_type and resource_id = :resource_id';

type InsertedRow = Omit<ScheduleRow, 'id' | 'last_run_at' | 'last_backup_id' | 'error'>;

const INSERT = insert<InsertedRow & { account_id: number; engine: BackupEngine; search_text: string }>(
  'backup_schedules',
  [
    'account_id',
    'resource_type',
    'resource_id',
    'engine',
    'frequency',
    'time',
    'weekday',
    'keep',
    'status',
    'next_run_at',
    'failures',
    'search_text',
    'revision',
    'created_at',
    'updated_at',
  ],
  { onConflict: 'on conflict (resource_type, resource_id) do nothing' },
);
const FIND = sql<{ account_id: number; id: number }, ScheduleRow>(
  `select ${SCHEDULE_COLUMNS} from backup_schedules where account_id = :account_id and id = :id`,
);
const FIND_OF_RESOURCE = sql<Record<string, SqlValue>, ScheduleRow>(
  `select ${SCHEDULE_COLUMNS} from backup_schedules where account_id = :account_id and ${OF_RESOURCE}`,
);
const CHANGE = sql<Record<string, SqlValue>, ScheduleRow>(
  `update backup_schedules set frequency = :frequency, time = :time, weekday = :weekday, keep = :keep, status = :status,
     next_run_at = :next_run_at, last_run_at = :last_run_at, last_backup_id = :last_backup_id, failures = :failures,
     error = :error, updated_at = :updated_at, revision = revision + 1
   where account_id = :account_id and id = :id and revision = :revision returning ${SCHEDULE_COLUMNS}`,
);
const DELETE = sql<{ account_id: number; id: number }, ScheduleRow>(
  `delete from backup_schedules where account_id = :account_id and id = :id returning ${SCHEDULE_COLUMNS}`,
);
const LIST = defineList<ScheduleRow>({ columns: SCHEDULE_COLUMNS, strands: [ofAccount('backup_schedules')] });
const OF_ONE = { account_id: ':account_id', resource_type: ':resource_type', resource_id: ':resource_id' };
const LIST_OF_RESOURCE = defineList<ScheduleRow>({
  columns: SCHEDULE_COLUMNS,
  strands: [{ table: 'backup_schedules', keys: OF_ONE }],
  few: true,
});

export const schedulesLimit = defineLimit({
  name: 'schedules',
  default: 200,
  what: 'backup schedules',
  advice: 'Remove one',
  counts: { list: 'backup_schedules' },
});

/** Of all resources, or that of one. */
export function listSchedules(accountId: number, page: PageRequest, of?: ResourceRef): Query<Page<ScheduleRow>> {
  return of ? LIST_OF_RESOURCE(accountId, page, { parameters: columnsOf(of) }) : LIST(accountId, page);
}

export function findSchedule(accountId: number, id: number): Query<ScheduleRow | undefined> {
  return FIND.one({ account_id: accountId, id });
}

export function findScheduleOf(accountId: number, of: ResourceRef): Query<ScheduleRow | undefined> {
  return FIND_OF_RESOURCE.one({ account_id: accountId, ...columnsOf(of) });
}

/** Undefined when the resource has one already. */
export function* insertSchedule(
  accountId: number,
  schedule: NewScheduleRow,
  label: string,
  now: number,
): Query<ScheduleRow | undefined> {
  const beginning = { status: 'active' as const, failures: 0, revision: 0, created_at: now, updated_at: now };
  const row = { ...schedule, ...beginning };
  const id: number | undefined = yield* INSERT({ ...row, account_id: accountId, search_text: foldForSearch(label) });
  if (id === undefined) return undefined;
  yield* countRow({ account_id: accountId, list: 'backup_schedules', status: row.status, id, count: 1 });
  return { ...row, id, last_run_at: null, last_backup_id: null, error: null };
}

/** Changes a row from what it was read as; undefined when someone else changed it meanwhile. */
export function* changeSchedule(
  accountId: number,
  row: ScheduleRow,
  changes: Partial<ScheduleState>,
  now: number,
): Query<ScheduleRow | undefined> {
  const changed = yield* CHANGE.one({ ...row, ...changes, updated_at: now, account_id: accountId });
  if (changed) yield* moveRow(accountId, 'backup_schedules', row.id, row.status, changed.status);
  return changed;
}

/** The row as it last was. */
export function* deleteSchedule(accountId: number, id: number): Query<ScheduleRow | undefined> {
  const gone = yield* DELETE.one({ account_id: accountId, id });
  if (gone) yield* countRow({ account_id: accountId, list: 'backup_schedules', status: gone.status, id, count: -1 });
  return gone;
}

function columnsOf({ type, id }: ResourceRef) {
  return { resource_type: type, resource_id: id };
}

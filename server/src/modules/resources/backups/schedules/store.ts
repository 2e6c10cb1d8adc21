import {
  defineList,
  later,
  listedTable,
  nullable,
  number,
  type Page,
  type PageRequest,
  type Query,
  type Row,
  sql,
  text,
} from '@hostler/database';
import { defineLimit } from '#kernel/limits/limit.ts';
import type { ResourceRef } from '../kinds.ts';
import type { ScheduleStatus } from './schemas.ts';
import type { Frequency, Timetable, Weekday } from './timetable.ts';

export const schedules = listedTable(
  'backup_schedules',
  {
    id: number(),
    resource_type: text(),
    resource_id: number(),
    frequency: text<Frequency>(),
    time: text(),
    weekday: nullable(text<Weekday>()),
    keep: number(),
    /** 1 if a backup is restored into a copy every month. */
    verify_monthly: number(),
    /** Time after which the next backup is verified; null for the first one. */
    verify_after: later(number()),
    status: text<ScheduleStatus>(),
    /** Null while paused. */
    next_run_at: nullable(number()),
    last_run_at: later(number()),
    last_backup_id: later(number()),
    /** Consecutive failed backups. */
    failures: number(),
    /** Reason why a due backup was not made. */
    error: later(text()),
    /** Counts the changes. A change is refused unless it is based on the latest revision. */
    revision: number(),
    created_at: number(),
    updated_at: number(),
  },
  {
    hidden: { engine: nullable(text()) },
    unique: 'resource_type, resource_id',
  },
);
export type ScheduleRow = Row<typeof schedules>;

export type NewScheduleRow = Timetable &
  Pick<ScheduleRow, 'resource_type' | 'resource_id' | 'keep' | 'verify_monthly' | 'next_run_at'> & { engine: string };

/** Columns that can change after the creation. */
export type ScheduleState = Omit<
  ScheduleRow,
  'id' | 'resource_type' | 'resource_id' | 'revision' | 'created_at' | 'updated_at'
>;

const OF_RESOURCE = 'resource_type = :resource_type and resource_id = :resource_id';

const FIND_OF_RESOURCE = sql<Pick<ScheduleRow, 'resource_type' | 'resource_id'> & { account_id: number }, ScheduleRow>(
  `select ${schedules.columns} from backup_schedules where account_id = :account_id and ${OF_RESOURCE}`,
);
const CHANGE = sql<ScheduleRow & { account_id: number }, ScheduleRow>(
  `update backup_schedules set frequency = :frequency, time = :time, weekday = :weekday, keep = :keep, status = :status,
     verify_monthly = :verify_monthly, verify_after = :verify_after,
     next_run_at = :next_run_at, last_run_at = :last_run_at, last_backup_id = :last_backup_id, failures = :failures,
     error = :error, updated_at = :updated_at, revision = revision + 1
   where account_id = :account_id and id = :id and revision = :revision returning ${schedules.columns}`,
);
const OF_ONE = { account_id: ':account_id', resource_type: ':resource_type', resource_id: ':resource_id' };
const LIST_OF_RESOURCE = defineList<ScheduleRow>({
  columns: schedules.columns,
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

/** Lists all schedules, or the one of a resource. */
export function listSchedules(accountId: number, page: PageRequest, of?: ResourceRef): Query<Page<ScheduleRow>> {
  return of ? LIST_OF_RESOURCE(accountId, page, { parameters: columnsOf(of) }) : schedules.list(accountId, page);
}

export const findSchedule = schedules.find;

export function findScheduleOf(accountId: number, of: ResourceRef): Query<ScheduleRow | undefined> {
  return FIND_OF_RESOURCE.one({ account_id: accountId, ...columnsOf(of) });
}

/** Returns undefined if the resource already has a schedule. */
export function insertSchedule(
  accountId: number,
  { engine, ...schedule }: NewScheduleRow,
  label: string,
  now: number,
): Query<ScheduleRow | undefined> {
  const beginning = { status: 'active', failures: 0, revision: 0, created_at: now, updated_at: now } as const;
  return schedules.insert(accountId, { ...schedule, ...beginning }, { search: [label], engine });
}

/** Changes a schedule. Returns undefined if it was changed concurrently. */
export function changeSchedule(
  accountId: number,
  row: ScheduleRow,
  changes: Partial<ScheduleState>,
  now: number,
): Query<ScheduleRow | undefined> {
  const update = CHANGE.one({ ...row, ...changes, updated_at: now, account_id: accountId });
  return schedules.change(accountId, row, update);
}

/** Deletes a schedule and returns its last row. */
export const deleteSchedule = schedules.remove;

function columnsOf({ type, id }: ResourceRef) {
  return { resource_type: type, resource_id: id };
}

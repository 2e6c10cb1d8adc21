import { formatOptionalTime, formatTime } from '#kernel/time.ts';
import type { Schedule } from './schemas.ts';
import type { ScheduleRow } from './store.ts';

export function viewSchedule(row: ScheduleRow): Schedule {
  return {
    id: row.id,
    resource: { type: row.resource_type, id: row.resource_id },
    frequency: row.frequency,
    time: row.time,
    weekday: row.weekday,
    keep: row.keep,
    verify_monthly: row.verify_monthly === 1,
    status: row.status,
    next_run_at: formatOptionalTime(row.next_run_at),
    last_run_at: formatOptionalTime(row.last_run_at),
    last_backup_id: row.last_backup_id,
    error: row.error,
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
  };
}

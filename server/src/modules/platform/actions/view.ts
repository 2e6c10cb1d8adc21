import { formatOptionalTime, formatTime } from '#kernel/time.ts';
import type { Action } from './schemas.ts';
import type { ActionRow } from './store.ts';

export function viewAction(row: ActionRow): Action {
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    progress: row.progress,
    resource: { type: row.resource_type, id: row.resource_id },
    error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' },
    created_at: formatTime(row.created_at),
    started_at: formatOptionalTime(row.started_at),
    finished_at: formatOptionalTime(row.finished_at),
  };
}

import { formatOptionalTime, formatTime } from '#kernel/time.ts';
import type { Suspension } from './schemas.ts';
import type { SuspensionRow } from './store.ts';

export function viewSuspension({ cause, reason, opened_at, closed_at }: SuspensionRow): Suspension {
  return { cause, reason, openedAt: opened_at, closedAt: closed_at };
}

/** Returns a suspension for staff. */
export function tellSuspension({ hosting_id, cause, reason, opened_at, closed_at }: SuspensionRow) {
  return { hosting_id, cause, reason, opened_at: formatTime(opened_at), closed_at: formatOptionalTime(closed_at) };
}

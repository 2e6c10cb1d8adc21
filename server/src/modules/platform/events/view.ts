import { formatTime } from '#kernel/time.ts';
import type { AnyEventRow } from './operator-store.ts';
import type { Event } from './schemas.ts';
import type { EventRow } from './store.ts';

export function viewEvent({ id, type, data, created_at }: EventRow): Event {
  return { id, event: type, timestamp: formatTime(created_at), data: JSON.parse(data) as object };
}

/** The view for staff, with the account. The id is null until the event is published. */
export function viewAnyEvent({ id, account_id, environment, type, created_at, data }: AnyEventRow) {
  const timestamp = formatTime(created_at);
  return { id, account_id, environment, event: type, timestamp, data: JSON.parse(data) as object };
}

import { formatTime } from '../../../kernel/time.ts';
import type { Event } from './schemas.ts';
import type { EventRow } from './store.ts';

export function viewEvent({ id, type, data, created_at }: EventRow): Event {
  return { id, event: type, timestamp: formatTime(created_at), data: JSON.parse(data) as object };
}

import { formatTime } from '../../../kernel/time.ts';
import type { AccountRow } from './store.ts';

export function viewAccount({ id, name, email, waits_since, created_at }: AccountRow) {
  return { id, name, email, waiting: waits_since !== null, created_at: formatTime(created_at) };
}

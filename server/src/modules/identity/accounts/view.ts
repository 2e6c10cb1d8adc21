import { formatTime } from '../../../kernel/time.ts';
import type { AccountRow } from './operator-store.ts';

export function viewAccount({ id, name, email, created_at }: AccountRow) {
  return { id, name, email, created_at: formatTime(created_at) };
}

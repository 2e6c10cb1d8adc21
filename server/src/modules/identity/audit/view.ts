import { formatTime } from '../../../kernel/time.ts';
import type { AuditEntryRow } from './store.ts';

/** For staff, who see everybody's. */
export function viewAnyEntry({ at, changed, ...row }: AuditEntryRow) {
  return { ...row, at: formatTime(at), changed: changed.split(' ').filter(Boolean) };
}

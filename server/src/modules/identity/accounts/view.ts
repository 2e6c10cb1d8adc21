import { formatOptionalTime, formatTime } from '#kernel/time.ts';
import { readSuspension } from '../people/index.ts';
import type { AccountRow } from './store.ts';

export function viewAccount(
  { id, name, email, waits_since, suspension, closed_at, created_at }: AccountRow,
  tags: readonly string[] = [],
) {
  return {
    id,
    name,
    email,
    waiting: waits_since !== null,
    suspended: readSuspension(suspension)?.cause ?? null,
    tags,
    closed_at: formatOptionalTime(closed_at),
    created_at: formatTime(created_at),
  };
}

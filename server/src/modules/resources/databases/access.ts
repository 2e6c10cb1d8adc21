import type { SqlAccess } from '#engines/sql/driver.ts';

/** A read-only database becomes writable again below this fraction of its limit. The margin prevents flapping. */
const RELIEVED_BELOW = 0.9;
/** A read-only database that is this far over its limit is closed: its owner evades the restriction. */
const EVADED_ABOVE = 1.25;
const EVADED_BYTES = 64 * 1024 ** 2;
/** From this fraction of its limit on, a database is measured more often. */
const NEAR = 0.5;

/** Returns the access for a database of this size. A limit of null means unlimited. */
export function decideAccess(before: SqlAccess, size: number, limit: number | null): SqlAccess {
  if (limit === null || size < limit * RELIEVED_BELOW) return 'full';
  if (before !== 'full' && size > Math.max(limit * EVADED_ABOVE, limit + EVADED_BYTES)) return 'closed';
  if (before === 'full' && size <= limit) return 'full';
  return 'read_only';
}

/** Returns the access after a suspension of the account, which closed the database whatever its size. */
export function accessAfterSuspension(size: number, limit: number | null): SqlAccess {
  return limit === null || size <= limit ? 'full' : decideAccess('read_only', size, limit);
}

export function isNearLimit(size: number, limit: number | null): boolean {
  return limit !== null && size >= limit * NEAR;
}

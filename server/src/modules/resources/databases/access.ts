import type { SqlAccess } from '../../../engines/sql/driver.ts';

/** Below this part of its limit a database that could only be read can be written again: not at once, lest it goes to and fro. */
const RELIEVED_BELOW = 0.9;
/** Over the limit by so much although it could only be read: its owner goes on writing. */
const EVADED_ABOVE = 1.25;
const EVADED_BYTES = 64 * 1024 ** 2;
/** From here on a database is looked at more often. */
const NEAR = 0.5;

/** What the owner of a database of this size shall be able to do; null is no limit. */
export function decideAccess(before: SqlAccess, size: number, limit: number | null): SqlAccess {
  if (limit === null || size < limit * RELIEVED_BELOW) return 'full';
  if (before !== 'full' && size > Math.max(limit * EVADED_ABOVE, limit + EVADED_BYTES)) return 'closed';
  if (before === 'full' && size <= limit) return 'full';
  return 'read_only';
}

export function isNearLimit(size: number, limit: number | null): boolean {
  return limit !== null && size >= limit * NEAR;
}

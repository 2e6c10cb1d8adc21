import { type Query, sql } from '@hostler/database';

interface FailedWork {
  readonly account_id: number;
  readonly resource_id: number;
}

const TAKE = sql<{ type: string; before: number; now: number; limit: number }, FailedWork>(
  `update actions set resolved_at = :now where id in (
     select id from actions where status = 'failed' and resolved_at is null and type = :type
       and (finished_at <= :before or finished_at > :now) order by id limit :limit)
   returning account_id, resource_id`,
);

/**
 * Claims actions of a type that failed before a time and were not repeated since, oldest first. The caller repeats them
 * in the same transaction. Returns each resource once.
 */
export function* takeFailedWork(type: string, before: number, now: number, limit: number): Query<FailedWork[]> {
  const rows = yield* TAKE.all({ type, before, now, limit });
  return [...new Map(rows.map((row) => [row.resource_id, row])).values()];
}

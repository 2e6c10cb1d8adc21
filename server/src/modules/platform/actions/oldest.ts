import { type Query, sql } from '../../../kernel/db/query.ts';
import { countRows } from '../../../kernel/db/totals.ts';
import type { ActionStatus } from './schemas.ts';

/** An action whose row is gone, as far as it was counted. */
export interface Gone {
  id: number;
  account_id: number;
  status: ActionStatus;
  resource_type: string;
}

export const GONE_COLUMNS = 'id, account_id, status, resource_type';

interface Kept {
  table: 'actions' | 'sandbox_actions';
  /** Which of them have ended, and which of those come first. */
  ended: string;
  order: string;
  /** So many of an account. */
  most: number;
  /** In which list those of a type are counted. */
  listOf(type: string): string;
}

/** Where there were more from before. */
const FORGET_AT_ONCE = 500;

/** Declares how many ended actions of an account are kept; the query it answers lets the oldest make room. */
export function keepNewest({ table, ended, order, most, listOf }: Kept): (accountId: number) => Query<void> {
  // The kinds of resource that the account has actions of: from one to the next by the index, never over all rows.
  const next = `select min(resource_type) from ${table} where account_id = :account_id`;
  const count = sql<{ account_id: number }, { count: number }>(
    `with recursive met (kind) as (
       select (${next}) union all select (${next} and resource_type > met.kind) from met where met.kind is not null)
     select coalesce(sum(count), 0) as count from totals
     where account_id = :account_id and list in (select '${listOf('')}' || kind from met)
       and status in ('succeeded', 'failed')`,
  );
  const forgetOldest = sql<{ account_id: number; limit: number }, Gone>(
    `delete from ${table} where account_id = :account_id and id in (
       select id from ${table} where account_id = :account_id and ${ended} order by ${order} limit :limit)
     returning ${GONE_COLUMNS}`,
  );
  return function* (accountId) {
    const tooMany = ((yield* count.one({ account_id: accountId }))?.count ?? 0) - most;
    if (tooMany <= 0) return;
    const limit = Math.min(tooMany, FORGET_AT_ONCE);
    yield* uncount(yield* forgetOldest.all({ account_id: accountId, limit }), listOf);
  };
}

export function* uncount(gone: readonly Gone[], listOf: (type: string) => string): Query<void> {
  yield* countRows(
    gone.map(({ id, account_id, status, resource_type }) => ({
      id,
      account_id,
      list: listOf(resource_type),
      status,
      count: -1,
    })),
  );
}

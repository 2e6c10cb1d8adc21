import { countRows, type Query, sql } from '@hostler/database';
import type { ActionStatus } from './schemas.ts';

/** A deleted action, with the facts that it was counted by. */
export interface Gone {
  id: number;
  account_id: number;
  status: ActionStatus;
  resource_type: string;
}

export const GONE_COLUMNS = 'id, account_id, status, resource_type';

interface Kept {
  table: 'actions' | 'sandbox_actions';
  /** SQL that selects ended actions, and SQL that orders them. */
  ended: string;
  order: string;
  /** Limit per account. */
  most: number;
  /** Returns the list in which actions of a type are counted. */
  listOf(type: string): string;
}

/** Rows deleted per call. Older versions may have left more. */
const FORGET_AT_ONCE = 500;

/** Declares how many ended actions an account keeps. The returned query deletes the oldest beyond that. */
export function keepNewest({ table, ended, order, most, listOf }: Kept): (accountId: number) => Query<void> {
  // Steps through the resource types of the account by the index, never over all rows.
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

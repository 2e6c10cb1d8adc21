import { type Query, sql } from '@hostler/database';

const CLAIM = sql<{ account_id: number; key: string; at: number }>(
  `insert into billing_effects (key, account_id, at) values (:key, :account_id, :at) on conflict (key) do nothing`,
);

/**
 * Claims a key such as `invoice 12 reminder 7`. Returns true only to the first caller. Work in the transaction of a
 * claim is done once, however often and for whatever times the run runs.
 */
export function* claimEffect(accountId: number, key: string, at: number): Query<boolean> {
  return (yield* CLAIM.run({ account_id: accountId, key, at })) === 1;
}

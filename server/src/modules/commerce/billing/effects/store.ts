import { type Query, sql } from '../../../../kernel/db/query.ts';

const CLAIM = sql<{ account_id: number; key: string; at: number }>(
  `insert into billing_effects (key, account_id, at) values (:key, :account_id, :at) on conflict (key) do nothing`,
);

/**
 * True for the first who claims the key (`invoice 12 reminder 7`), and for nobody after it: what is done under a claim, in its
 * transaction, is done once, however often and in whatever order of time the run is run.
 */
export function* claimEffect(accountId: number, key: string, at: number): Query<boolean> {
  return (yield* CLAIM.run({ account_id: accountId, key, at })) === 1;
}

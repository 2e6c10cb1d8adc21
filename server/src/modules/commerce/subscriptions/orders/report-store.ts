import { type Query, sql } from '@hostler/database';

const MARK = sql<{ account_id: number; id: number; now: number }>(
  `update subscriptions set failure_reported_at = :now, revision = revision + 1
   where account_id = :account_id and id = :id and deliver_by is not null`,
);

/** Records that staff were notified of the failed delivery. */
export function* markReported(accountId: number, id: number, now: number): Query<void> {
  yield* MARK.run({ account_id: accountId, id, now });
}

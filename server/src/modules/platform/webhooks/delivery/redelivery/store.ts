import { type Query, sql } from '../../../../../kernel/db/query.ts';

/** Everything that failed since then is to be sent again to one webhook: asked for once or often, it is one row. */
export interface RedeliveryRow {
  webhook_id: number;
  since: number;
  asked_at: number;
  /** Which deliveries are being gone through, the pending first, from the newest back; below which, null at the start. */
  status: 'pending' | 'failed';
  below: number | null;
  /** Asked for again after it had begun: then it begins anew at its end. */
  again_since: number | null;
}

const UNTOUCHED = `webhook_redeliveries.status = 'pending' and webhook_redeliveries.below is null`;

const ASK = sql<{ account_id: number; ids: string; since: number; now: number }>(
  `insert into webhook_redeliveries (webhook_id, account_id, since, asked_at, status)
   select cast(w.value as bigint), cast(:account_id as bigint), cast(:since as bigint), cast(:now as bigint), 'pending'
   from {each :ids as w} where true
   on conflict (webhook_id) do update set asked_at = excluded.asked_at,
     since = case when ${UNTOUCHED} and excluded.since < webhook_redeliveries.since
       then excluded.since else webhook_redeliveries.since end,
     again_since = case when ${UNTOUCHED} then null
       when webhook_redeliveries.again_since < excluded.since then webhook_redeliveries.again_since
       else excluded.since end`,
);
const FIRST = sql<{ account_id: number }, RedeliveryRow>(
  `select webhook_id, since, asked_at, status, below, again_since from webhook_redeliveries
   where account_id = :account_id order by webhook_id limit 1 {for update}`,
);
const MOVE = sql<RedeliveryRow & { account_id: number }>(
  `update webhook_redeliveries set since = :since, status = :status, below = :below, again_since = :again_since
   where account_id = :account_id and webhook_id = :webhook_id`,
);
const DELETE = sql<{ account_id: number; webhook_id: number }>(
  'delete from webhook_redeliveries where account_id = :account_id and webhook_id = :webhook_id',
);

/** Joins what was asked for before and has not ended. */
export function* askRedelivery(accountId: number, ids: readonly number[], since: number, now: number): Query<void> {
  yield* ASK.run({ account_id: accountId, ids: JSON.stringify(ids), since, now });
}

/** The one that is under way, or next; whoever asks for it again waits until the transaction has ended. */
export function findFirstRedelivery(accountId: number): Query<RedeliveryRow | undefined> {
  return FIRST.one({ account_id: accountId });
}

/** Notes how far it has come: to below an id, or to the end of those with its status. */
export function* moveRedelivery(accountId: number, row: RedeliveryRow, below: number | undefined): Query<void> {
  const move = (change: Partial<RedeliveryRow>) => MOVE.run({ ...row, ...change, account_id: accountId });
  if (below !== undefined) yield* move({ below });
  else if (row.status === 'pending') yield* move({ status: 'failed', below: null });
  else if (row.again_since === null) yield* DELETE.run({ account_id: accountId, webhook_id: row.webhook_id });
  else yield* move({ status: 'pending', below: null, since: row.again_since, again_since: null });
}

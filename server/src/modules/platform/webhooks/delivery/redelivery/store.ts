import { type Query, sql } from '@hostler/database';

/** A request to send everything again that failed since then to one webhook. Repeated requests share one row. */
export interface RedeliveryRow {
  webhook_id: number;
  since: number;
  asked_at: number;
  /** Position of the work: pending deliveries first, newest first, below this id. Null at the start. */
  status: 'pending' | 'failed';
  below: number | null;
  /** Set if the request was repeated after the work began. The work then starts over at its end. */
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

/** Creates a request, or joins one that has not ended. */
export function* askRedelivery(accountId: number, ids: readonly number[], since: number, now: number): Query<void> {
  yield* ASK.run({ account_id: accountId, ids: JSON.stringify(ids), since, now });
}

/** Returns the request in progress or the next one. A concurrent request for it waits until this transaction ends. */
export function findFirstRedelivery(accountId: number): Query<RedeliveryRow | undefined> {
  return FIRST.one({ account_id: accountId });
}

/** Records the position: below an id, or at the end of its status. */
export function* moveRedelivery(accountId: number, row: RedeliveryRow, below: number | undefined): Query<void> {
  const move = (change: Partial<RedeliveryRow>) => MOVE.run({ ...row, ...change, account_id: accountId });
  if (below !== undefined) yield* move({ below });
  else if (row.status === 'pending') yield* move({ status: 'failed', below: null });
  else if (row.again_since === null) yield* DELETE.run({ account_id: accountId, webhook_id: row.webhook_id });
  else yield* move({ status: 'pending', below: null, since: row.again_since, again_since: null });
}

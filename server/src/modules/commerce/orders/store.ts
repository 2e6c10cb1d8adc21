import { later, nullable, number, type Query, type Row, sql, table, text } from '@hostler/database';
import type { OrderKind, OrderStatus } from './schemas.ts';

/** Orders of customers, and sign-ups that wait for approval. */
export const orders = table('orders', {
  id: number(),
  account_id: number(),
  kind: text<OrderKind>(),
  subscription_id: nullable(number()),
  invoice_id: nullable(number()),
  name: text(),
  /** Total of the first invoice, or the price if nothing is due yet. Null for a sign-up. */
  amount: nullable(number()),
  currency: nullable(text()),
  status: text<OrderStatus>(),
  /** JSON of OrderFlag[]. */
  flags: text(),
  /** IP address of the request, deleted after 90 days. An IPv6 address is its /64 network. */
  address: nullable(text()),
  /** Fingerprint of the card. */
  card: nullable(text()),
  /** 1 if the saved payment method is charged at the approval. */
  by_program: number(),
  /** Since when it waits for staff. Null if it does not. */
  waits_since: nullable(number()),
  /** When staff were alerted because it waits too long. */
  alerted_at: later(number()),
  decided_at: later(number()),
  /** The person or key that decided. */
  decided_by: later(text()),
  /** Why it was refused. */
  reason: later(text()),
  created_at: number(),
});
export type OrderRow = Row<typeof orders>;

const OF_SUBSCRIPTION = sql<{ account_id: number; subscription_id: number }, OrderRow>(
  `select ${orders.columns} from orders where account_id = :account_id and subscription_id = :subscription_id`,
);
const OF_SIGN_UP = sql<{ account_id: number }, OrderRow>(
  `select ${orders.columns} from orders where account_id = :account_id and kind = 'sign_up' order by id limit 1`,
);
const HOLD = sql<{ account_id: number; id: number; flags: string; now: number }>(
  `update orders set status = 'in_review', flags = :flags, waits_since = :now
   where account_id = :account_id and id = :id and status = 'accepted'`,
);
const NOTE_CARD = sql<{ account_id: number; id: number; card: string }>(
  'update orders set card = :card where account_id = :account_id and id = :id and card is null',
);
const DECIDE = sql<
  Pick<OrderRow, 'account_id' | 'id' | 'status' | 'decided_by' | 'reason'> & { now: number },
  OrderRow
>(
  `update orders set status = :status, decided_by = :decided_by, reason = :reason, decided_at = :now, waits_since = null
   where account_id = :account_id and id = :id and status = 'in_review' returning ${orders.columns}`,
);
const FROM_ADDRESS = sql<{ address: string; since: number; most: number }, { count: number }>(
  `select count(*) as count from (
     select id from orders where address = :address and created_at > :since and kind = 'order' limit :most) as recent`,
);
const BY_CARD = sql<{ card: string; except: number; since: number; most: number }, { count: number }>(
  `select count(*) as count from (
     select id from orders where card = :card and created_at > :since and kind = 'order' and id <> :except
     limit :most) as recent`,
);

export const insertOrder = orders.insert;

export function findOrderOf(accountId: number, subscriptionId: number): Query<OrderRow | undefined> {
  return OF_SUBSCRIPTION.one({ account_id: accountId, subscription_id: subscriptionId });
}

export function findSignUpOf(accountId: number): Query<OrderRow | undefined> {
  return OF_SIGN_UP.one({ account_id: accountId });
}

/** Puts an accepted order into review. */
export function* holdOrder({ account_id, id }: OrderRow, flags: string, now: number): Query<void> {
  yield* HOLD.run({ account_id, id, flags, now });
}

/** Records the card of an order whose payment revealed it. */
export function* noteOrderCard({ account_id, id }: OrderRow, card: string): Query<void> {
  yield* NOTE_CARD.run({ account_id, id, card });
}

interface Decision {
  readonly status: 'approved' | 'refused' | 'cancelled';
  readonly by: string | null;
  readonly reason?: string | null;
}

/** Ends the review of an order. Returns undefined if it is not in review. */
export function decideOrder(
  { account_id, id }: Pick<OrderRow, 'account_id' | 'id'>,
  { status, by, reason = null }: Decision,
  now: number,
): Query<OrderRow | undefined> {
  return DECIDE.one({ account_id, id, status, decided_by: by, reason, now });
}

/** Counts orders from an address, up to `most`. */
export function* countFromAddress(address: string, since: number, most: number): Query<number> {
  return (yield* FROM_ADDRESS.one({ address, since, most }))?.count ?? 0;
}

/** Counts orders with a card besides one, up to `most`. */
export function* countByCard(card: string, except: number, since: number, most: number): Query<number> {
  return (yield* BY_CARD.one({ card, except, since, most }))?.count ?? 0;
}

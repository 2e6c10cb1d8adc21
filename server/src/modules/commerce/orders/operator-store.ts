import { byColumn, defineStaffList, type Query, sql } from '@hostler/database';
import { ORDER_STATUSES, type OrderStatus } from './schemas.ts';
import { type OrderRow, orders } from './store.ts';

export type ListedOrder = OrderRow & { account_name: string; email: string };

const COLUMNS = `${orders.columns
  .split(', ')
  .map((column) => `o.${column}`)
  .join(', ')}, a.name as account_name, coalesce(a.contact_email, a.email) as email`;
const FROM = `select ${COLUMNS} from orders o join accounts a on a.id = o.account_id`;

export const listOrders = defineStaffList<ListedOrder, OrderStatus>({
  select: FROM,
  cursor: 'o.id',
  statuses: byColumn(ORDER_STATUSES, 'o.status'),
  searched: ['o.name', 'a.name', 'a.email', 'a.contact_email', 'o.address'],
  filters: { account_id: 'o.account_id = :account_id', kind: 'o.kind = :kind' },
});

const FIND = sql<{ id: number }, ListedOrder>(`${FROM} where o.id = :id`);
const WAITING = sql<object, { count: number; oldest: number | null }>(
  'select count(*) as count, min(waits_since) as oldest from orders where waits_since is not null',
);
const LATE = sql<{ before: number; limit: number }, OrderRow>(
  `select ${orders.columns} from orders
   where waits_since is not null and waits_since <= :before and alerted_at is null order by waits_since, id limit :limit`,
);
const MARK = sql<{ account_id: number; id: number; now: number }>(
  'update orders set alerted_at = :now where account_id = :account_id and id = :id and waits_since is not null',
);
const FORGET = sql<{ before: number; limit: number }>(
  `update orders set address = null where id in (
     select id from orders where address is not null and waits_since is null and created_at < :before
     order by created_at, id limit :limit)`,
);

/** Returns any customer's order, for staff. */
export function findOrder(id: number): Query<ListedOrder | undefined> {
  return FIND.one({ id });
}

/** Counts what waits for staff: orders and sign-ups. */
export function* countOrdersToReview(): Query<{ count: number; oldest: number | null }> {
  return (yield* WAITING.one({})) ?? { count: 0, oldest: null };
}

/** Lists orders that wait since then or longer, and that staff were not alerted of. Oldest first. */
export const listLateOrders = (before: number, limit: number) => LATE.all({ before, limit });

export function* markAlerted({ account_id, id }: OrderRow, now: number): Query<void> {
  yield* MARK.run({ account_id, id, now });
}

/** Deletes the IP addresses of old orders. */
export const forgetAddresses = FORGET.run;

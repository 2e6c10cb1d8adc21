import { listedTable } from '../../../kernel/db/listed-table.ts';
import { type Query, sql } from '../../../kernel/db/query.ts';
import { later, type NewRow, number, type Row, text } from '../../../kernel/db/table.ts';
import type { BillingPeriod } from '../plans/index.ts';
import type { SubscriptionStatus } from './schemas.ts';

export const subscriptions = listedTable('subscriptions', {
  id: number(),
  name: text(),
  plan: text(),
  status: text<SubscriptionStatus>(),
  price: number(),
  currency: text(),
  billing_period: text<BillingPeriod>(),
  hosting_id: later(number()),
  current_period_start: number(),
  current_period_end: number(),
  /** When its end with the current period was asked for. */
  cancel_requested_at: later(number()),
  cancelled_at: later(number()),
  created_at: number(),
});
export type SubscriptionRow = Row<typeof subscriptions>;
export type NewSubscriptionRow = Omit<NewRow<typeof subscriptions>, 'status'>;

const LINK = sql<{ account_id: number; id: number; hosting_id: number }>(
  'update subscriptions set hosting_id = :hosting_id where account_id = :account_id and id = :id',
);
const CHANGE = sql<
  Pick<SubscriptionRow, 'id' | 'status' | 'cancel_requested_at' | 'cancelled_at'> & {
    account_id: number;
    from: SubscriptionStatus;
  },
  SubscriptionRow
>(
  `update subscriptions set status = :status, cancel_requested_at = :cancel_requested_at, cancelled_at = :cancelled_at
   where account_id = :account_id and id = :id and status = :from returning ${subscriptions.columns}`,
);

export const listSubscriptions = subscriptions.list;
export const findSubscription = subscriptions.find;

export function insertSubscription(accountId: number, row: NewSubscriptionRow): Query<SubscriptionRow> {
  return subscriptions.insert(accountId, { ...row, status: 'active' }, { search: [row.name] });
}

export function* linkHosting(accountId: number, row: SubscriptionRow, hostingId: number): Query<SubscriptionRow> {
  yield* LINK.run({ account_id: accountId, id: row.id, hosting_id: hostingId });
  return { ...row, hosting_id: hostingId };
}

/** Changes a subscription from the status it was read with; undefined when someone else moved it meanwhile. */
export function changeSubscription(
  accountId: number,
  row: SubscriptionRow,
  changes: Partial<Pick<SubscriptionRow, 'status' | 'cancel_requested_at' | 'cancelled_at'>>,
): Query<SubscriptionRow | undefined> {
  const { id, status, cancel_requested_at, cancelled_at } = row;
  const state = { status, cancel_requested_at, cancelled_at, ...changes };
  return subscriptions.change(accountId, row, CHANGE.one({ ...state, account_id: accountId, id, from: status }));
}

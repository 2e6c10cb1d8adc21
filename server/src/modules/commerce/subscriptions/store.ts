import { defineList, ofAccount } from '../../../kernel/db/page.ts';
import { insert, type Query, type SqlValue, sql } from '../../../kernel/db/query.ts';
import { foldForSearch } from '../../../kernel/db/search.ts';
import { countRow, moveRow } from '../../../kernel/db/totals.ts';
import type { BillingPeriod } from '../plans/index.ts';
import type { SubscriptionStatus } from './schemas.ts';

export interface SubscriptionRow {
  id: number;
  name: string;
  plan: string;
  status: SubscriptionStatus;
  price: number;
  currency: string;
  billing_period: BillingPeriod;
  hosting_id: number | null;
  current_period_start: number;
  current_period_end: number;
  /** When its end with the current period was asked for. */
  cancel_requested_at: number | null;
  cancelled_at: number | null;
  created_at: number;
}

export type NewSubscriptionRow = Omit<
  SubscriptionRow,
  'id' | 'status' | 'hosting_id' | 'cancel_requested_at' | 'cancelled_at'
>;

export const SUBSCRIPTION_COLUMNS = `id, name, plan, status, price, currency, billing_period, hosting_id, current_period_start,
  current_period_end, cancel_requested_at, cancelled_at, created_at`;

type InsertedRow = NewSubscriptionRow & { account_id: number; status: SubscriptionStatus; search_text: string };

const INSERT = insert<InsertedRow>('subscriptions', [
  'account_id',
  'name',
  'plan',
  'status',
  'price',
  'currency',
  'billing_period',
  'current_period_start',
  'current_period_end',
  'search_text',
  'created_at',
]);
const FIND = sql<{ account_id: number; id: number }, SubscriptionRow>(
  `select ${SUBSCRIPTION_COLUMNS} from subscriptions where account_id = :account_id and id = :id`,
);
const LINK = sql<{ account_id: number; id: number; hosting_id: number }>(
  'update subscriptions set hosting_id = :hosting_id where account_id = :account_id and id = :id',
);
const CHANGE = sql<Record<string, SqlValue>, SubscriptionRow>(
  `update subscriptions set status = :status, cancel_requested_at = :cancel_requested_at, cancelled_at = :cancelled_at
   where account_id = :account_id and id = :id and status = :from returning ${SUBSCRIPTION_COLUMNS}`,
);

export const listSubscriptions = defineList<SubscriptionRow>({
  columns: SUBSCRIPTION_COLUMNS,
  strands: [ofAccount('subscriptions')],
});

export function findSubscription(accountId: number, id: number): Query<SubscriptionRow | undefined> {
  return FIND.one({ account_id: accountId, id });
}

export function* insertSubscription(accountId: number, row: NewSubscriptionRow): Query<SubscriptionRow> {
  const status = 'active';
  const id = yield* INSERT({ ...row, status, account_id: accountId, search_text: foldForSearch(row.name) });
  yield* countRow({ account_id: accountId, list: 'subscriptions', status, id, count: 1 });
  return { ...row, id, status, hosting_id: null, cancel_requested_at: null, cancelled_at: null };
}

export function* linkHosting(accountId: number, row: SubscriptionRow, hostingId: number): Query<SubscriptionRow> {
  yield* LINK.run({ account_id: accountId, id: row.id, hosting_id: hostingId });
  return { ...row, hosting_id: hostingId };
}

/** Changes a subscription from the status it was read with; undefined when someone else moved it meanwhile. */
export function* changeSubscription(
  accountId: number,
  row: SubscriptionRow,
  changes: Partial<Pick<SubscriptionRow, 'status' | 'cancel_requested_at' | 'cancelled_at'>>,
): Query<SubscriptionRow | undefined> {
  const { id, status, cancel_requested_at, cancelled_at } = row;
  const state = { status, cancel_requested_at, cancelled_at, ...changes };
  const changed = yield* CHANGE.one({ ...state, account_id: accountId, id, from: status });
  if (changed) yield* moveRow(accountId, 'subscriptions', id, status, changed.status);
  return changed;
}

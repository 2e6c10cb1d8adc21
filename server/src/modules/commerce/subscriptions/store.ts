import { later, listedTable, type NewRow, nullable, number, type Query, type Row, sql, text } from '@hostler/database';
import { defineLimit } from '#kernel/limits/limit.ts';
import type { BillingPeriod } from '../plans/index.ts';
import { SUBSCRIPTION_ORDERS, SUBSCRIPTION_STATUSES, type SubscriptionStatus } from './schemas.ts';

export const subscriptions = listedTable('subscriptions', {
  id: number(),
  name: text(),
  plan: text(),
  /** Null if no plan has the name it was sold under any more. */
  plan_id: nullable(number()),
  plan_version_id: nullable(number()),
  status: text<SubscriptionStatus>(),
  price: number(),
  currency: text(),
  billing_period: text<BillingPeriod>(),
  /** 1 if prices include tax, 0 if tax is added. */
  tax_included: number(),
  setup_fee: number(),
  /** Hourly plans: maximum price of a month. */
  monthly_cap: nullable(number()),
  hosting_id: later(number()),
  /** All periods are counted from this time. */
  anchor_at: number(),
  current_period_start: number(),
  current_period_end: number(),
  /** When the billing run bills it next. Null is never. */
  next_bill_at: nullable(number()),
  trial_ends_at: nullable(number()),
  coupon_id: nullable(number()),
  /** The coupon code, for display. */
  coupon: nullable(text()),
  /** Null is unlimited. */
  coupon_periods_left: nullable(number()),
  /** Price of the last billed period, before the coupon. */
  billed_price: number(),
  /** Discount of the coupon on that period. */
  period_discount: number(),
  /** Discount on the period before it, which may still run. */
  former_discount: number(),
  /** JSON of OrderedServer, until the server is requested. */
  ordered: nullable(text()),
  /** Since when an order waits for a decision by staff. Null if it needs none. */
  review_since: nullable(number()),
  /** Until when an order waits for its payment. */
  pending_until: nullable(number()),
  /** Since when an order is paid and its server not requested yet. */
  activate_at: later(number()),
  /** When a paid order whose server does not run yet is cancelled. */
  deliver_by: later(number()),
  /** When the creation of the server is retried; null while an attempt is queued. */
  retry_at: later(number()),
  /** Why a paid order cannot be carried out, if that is not the engine's fault; shown to the customer. */
  pending_reason: later(text()),
  /** The engine's last error when creating the server, for staff. */
  delivery_failure: later(text()),
  delivery_attempts: number(),
  /** When staff were notified of the failure. */
  failure_reported_at: later(number()),
  /** JSON of Terms that apply from `change_at` on. */
  next_terms: later(text()),
  /** When `next_terms` take effect. */
  change_at: later(number()),
  /** JSON of FormerTerms: terms of periods that are not over, from before a run for a future time changed them. */
  former_terms: later(text()),
  /** JSON of PendingChange: a change of plan that is carried out when its invoice is paid. */
  pending_change: later(text()),
  /** The invoice of the pending change. */
  pending_invoice_id: later(number()),
  /** When the pending change lapses if its invoice is not paid. */
  pending_expires_at: later(number()),
  /** Why the server could not be resized to its plan. */
  resize_error: later(text()),
  /** The end date, if one is set. */
  ends_at: later(number()),
  /** Number of billed periods that were taken back before they began. */
  taken_back: number(),
  /** When cancellation at the end of the period was requested. */
  cancel_requested_at: later(number()),
  cancelled_at: later(number()),
  /** 1 if staff sold it. Such customers are trusted to pay afterwards. */
  by_staff: number(),
  /** Hourly plans: the amount of the current month that is already invoiced, before the coupon. */
  usage_billed: number(),
  /** Hours in `usage_billed`. */
  usage_hours: number(),
  /** Discount of the coupon on `usage_billed`. */
  usage_discount: number(),
  /** Number of invoices for the current month. */
  usage_parts: number(),
  /** Most that billed traffic of a month may cost. Null is the price of a month. */
  traffic_cap: later(number()),
  /** Incremented by every change. An update must name the latest revision. */
  revision: number(),
  created_at: number(),
});
export type SubscriptionRow = Row<typeof subscriptions>;
export type NewSubscriptionRow = Omit<NewRow<typeof subscriptions>, 'revision' | keyof typeof START>;

const START = {
  billed_price: 0,
  period_discount: 0,
  former_discount: 0,
  taken_back: 0,
  delivery_attempts: 0,
  usage_billed: 0,
  usage_hours: 0,
  usage_discount: 0,
  usage_parts: 0,
};

/** Columns that can change after creation. Search still finds a subscription by its original name. */
const STATE = [
  'name',
  'plan',
  'plan_id',
  'plan_version_id',
  'status',
  'price',
  'billing_period',
  'tax_included',
  'monthly_cap',
  'hosting_id',
  'anchor_at',
  'current_period_start',
  'current_period_end',
  'next_bill_at',
  'trial_ends_at',
  'coupon_periods_left',
  'billed_price',
  'period_discount',
  'former_discount',
  'ordered',
  'review_since',
  'pending_until',
  'activate_at',
  'deliver_by',
  'retry_at',
  'pending_reason',
  'delivery_failure',
  'delivery_attempts',
  'failure_reported_at',
  'next_terms',
  'change_at',
  'former_terms',
  'pending_change',
  'pending_invoice_id',
  'pending_expires_at',
  'resize_error',
  'ends_at',
  'taken_back',
  'usage_billed',
  'usage_hours',
  'usage_discount',
  'usage_parts',
  'cancel_requested_at',
  'cancelled_at',
  'traffic_cap',
] as const;
export type SubscriptionState = Pick<SubscriptionRow, (typeof STATE)[number]>;

const CHANGE = sql<
  SubscriptionState & { account_id: number; id: number; from: SubscriptionStatus; revision: number },
  SubscriptionRow
>(
  `update subscriptions set ${STATE.map((column) => `${column} = :${column}`).join(', ')}, revision = revision + 1
   where account_id = :account_id and id = :id and status = :from and revision = :revision
   returning ${subscriptions.columns}`,
);
const TO_BILL = sql<{ accounts: string; at: number }, SubscriptionRow & { account_id: number }>(
  `select account_id, ${subscriptions.columns} from subscriptions
   where account_id {in :accounts} and next_bill_at is not null and next_bill_at <= :at order by next_bill_at, id`,
);
const OF_HOSTING = sql<{ account_id: number; hosting_id: number }, SubscriptionRow>(
  `select ${subscriptions.columns} from subscriptions
   where account_id = :account_id and hosting_id = :hosting_id and status <> 'cancelled' order by id desc limit 1`,
);
const LAST_OF_HOSTING = sql<{ account_id: number; hosting_id: number }, SubscriptionRow>(
  `select ${subscriptions.columns} from subscriptions
   where account_id = :account_id and hosting_id = :hosting_id order by id desc limit 1`,
);
const OF_PENDING_INVOICE = sql<{ account_id: number; invoice_id: number }, { id: number }>(
  `select id from subscriptions
   where account_id = :account_id and pending_invoice_id is not null and pending_invoice_id = :invoice_id limit 1`,
);
const NEXT_BILL = sql<{ account_id: number }, { next_bill_at: number }>(
  `select next_bill_at from subscriptions where account_id = :account_id and next_bill_at is not null
   order by next_bill_at limit 1`,
);
/** The limit is above what an account can have. Each row costs a measurement. */
const HOURLY = sql<{ account_id: number }, SubscriptionRow>(
  `select ${subscriptions.columns} from subscriptions
   where account_id = :account_id and next_bill_at is not null and billing_period = 'hourly' order by id limit 1000`,
);
const HOURLY_TERMS = sql<
  { account_id: number; currency: string },
  Pick<SubscriptionRow, 'id' | 'price' | 'monthly_cap'>
>(
  `select id, price, monthly_cap from subscriptions
   where account_id = :account_id and billing_period = 'hourly' and status <> 'cancelled' and currency = :currency
   order by id limit 10000`,
);
const HAD_TRIAL = sql<{ account_id: number }, { id: number }>(
  'select id from subscriptions where account_id = :account_id and trial_ends_at is not null limit 1',
);

const ORDERED = sql<{ account_id: number }, { ordered: string }>(
  `select ordered from subscriptions where account_id = :account_id and status = 'pending' and ordered is not null`,
);
const UNPAID = sql<{ account_id: number }, { count: number }>(
  `select count(*) as count from subscriptions
   where account_id = :account_id and status = 'pending' and pending_until is not null`,
);

export const subscriptionsLimit = defineLimit({
  name: 'subscriptions',
  default: 100,
  what: 'subscriptions',
  advice: 'Cancel one',
  counts: { list: 'subscriptions', statuses: SUBSCRIPTION_STATUSES.filter((status) => status !== 'cancelled') },
});
/** Each unpaid order reserves stock for a week. */
export const ordersLimit = defineLimit({
  name: 'unpaid_orders',
  default: 5,
  what: 'orders that wait for their payment',
  advice: 'Pay or cancel one',
  counts: { list: 'subscriptions', statuses: ['pending'] },
});

export const listSubscriptions = subscriptions.listIn(SUBSCRIPTION_ORDERS);
export const findSubscription = subscriptions.find;

export function insertSubscription(accountId: number, row: NewSubscriptionRow): Query<SubscriptionRow> {
  return subscriptions.insert(accountId, { ...row, ...START, revision: 0 }, { search: [row.name] });
}

/** Changes a subscription from the state that was read. Returns undefined after a concurrent change. */
export function changeSubscription(
  accountId: number,
  row: SubscriptionRow,
  changes: Partial<SubscriptionState>,
): Query<SubscriptionRow | undefined> {
  const { id, status: from, revision } = row;
  const state = { ...stateOf(row), ...changes };
  return subscriptions.change(accountId, row, CHANGE.one({ ...state, account_id: accountId, id, from, revision }));
}

/** Lists the subscriptions of these accounts that are due for billing, oldest first. */
export function listToBillOf(
  accountIds: readonly number[],
  at: number,
): Query<(SubscriptionRow & { account_id: number })[]> {
  return TO_BILL.all({ accounts: JSON.stringify(accountIds), at });
}

/** Returns the subscription that pays for a server. */
export function findOfHosting(accountId: number, hostingId: number): Query<SubscriptionRow | undefined> {
  return OF_HOSTING.one({ account_id: accountId, hosting_id: hostingId });
}

/** Returns the subscription that pays, or last paid, for a server. */
export function findLastOfHosting(accountId: number, hostingId: number): Query<SubscriptionRow | undefined> {
  return LAST_OF_HOSTING.one({ account_id: accountId, hosting_id: hostingId });
}

/** Returns the subscription whose change of plan waits for the payment of this invoice. */
export function* findByPendingInvoice(accountId: number, invoiceId: number): Query<number | undefined> {
  return (yield* OF_PENDING_INVOICE.one({ account_id: accountId, invoice_id: invoiceId }))?.id;
}

/** Returns the servers of orders that are not yet requested, as stored. */
export function* listOrdered(accountId: number): Query<string[]> {
  return (yield* ORDERED.all({ account_id: accountId })).map(({ ordered }) => ordered);
}

/** Counts orders that wait for their payment. */
export function* countUnpaidOrders(accountId: number): Query<number> {
  return (yield* UNPAID.one({ account_id: accountId }))?.count ?? 0;
}

export function* hadTrial(accountId: number): Query<boolean> {
  return (yield* HAD_TRIAL.one({ account_id: accountId })) !== undefined;
}

function stateOf(row: SubscriptionRow): SubscriptionState {
  return Object.fromEntries(STATE.map((column) => [column, row[column]])) as unknown as SubscriptionState;
}

/** Returns when the account is billed next, or null for never. */
export function* findNextBill(accountId: number): Query<number | null> {
  return (yield* NEXT_BILL.one({ account_id: accountId }))?.next_bill_at ?? null;
}

/** Lists the hourly subscriptions that are still billed. */
export function listHourly(accountId: number): Query<SubscriptionRow[]> {
  return HOURLY.all({ account_id: accountId });
}

/** Returns the price and the cap of every hourly subscription that is ordered, running or suspended. */
export function listHourlyTerms(
  accountId: number,
  currency: string,
): Query<Pick<SubscriptionRow, 'id' | 'price' | 'monthly_cap'>[]> {
  return HOURLY_TERMS.all({ account_id: accountId, currency });
}

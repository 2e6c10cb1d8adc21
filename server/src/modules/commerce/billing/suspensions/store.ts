import { type Query, sql } from '@hostler/database';

/** A subscription that is suspended for an unpaid invoice. */
export interface SuspensionRow {
  invoice_id: number;
  subscription_id: number;
  /** The server that is off. Null if the subscription has none. */
  hosting_id: number | null;
  since: number;
}

interface OfInvoice {
  account_id: number;
  invoice_id: number;
}
interface OfSubscription {
  account_id: number;
  subscription_id: number;
}
type Paused = Omit<SuspensionRow, 'hosting_id'>;

const INSERT = sql<SuspensionRow & { account_id: number }>(
  `insert into billing_suspensions (account_id, invoice_id, subscription_id, hosting_id, since)
   values (:account_id, :invoice_id, :subscription_id, :hosting_id, :since)
   on conflict (invoice_id, subscription_id) do nothing`,
);
const TAKE = sql<OfInvoice, SuspensionRow>(
  `delete from billing_suspensions where account_id = :account_id and invoice_id = :invoice_id
   returning invoice_id, subscription_id, hosting_id, since`,
);
const END = sql<OfSubscription>(
  'delete from billing_suspensions where account_id = :account_id and subscription_id = :subscription_id',
);
/** Suspensions of subscriptions without a server. */
const PAUSE = sql<Paused & { account_id: number }>(
  `insert into billing_pauses (account_id, invoice_id, subscription_id, since)
   values (:account_id, :invoice_id, :subscription_id, :since) on conflict (invoice_id, subscription_id) do nothing`,
);
const TAKE_PAUSED = sql<OfInvoice, Paused>(
  `delete from billing_pauses where account_id = :account_id and invoice_id = :invoice_id
   returning invoice_id, subscription_id, since`,
);
const END_PAUSE = sql<OfSubscription>(
  'delete from billing_pauses where account_id = :account_id and subscription_id = :subscription_id',
);
const OTHER = sql<OfSubscription, { invoice_id: number }>(
  `select invoice_id from billing_suspensions where account_id = :account_id and subscription_id = :subscription_id
   union all
   select invoice_id from billing_pauses where account_id = :account_id and subscription_id = :subscription_id limit 1`,
);

export function* insertSuspension(accountId: number, { hosting_id, ...row }: SuspensionRow): Query<boolean> {
  const of = { ...row, account_id: accountId };
  return (hosting_id === null ? yield* PAUSE.run(of) : yield* INSERT.run({ ...of, hosting_id })) === 1;
}

/** Deletes and returns the suspensions for one invoice. */
export function* takeSuspensions(accountId: number, invoiceId: number): Query<SuspensionRow[]> {
  const of = { account_id: accountId, invoice_id: invoiceId };
  const paused = yield* TAKE_PAUSED.all(of);
  return [...(yield* TAKE.all(of)), ...paused.map((row) => ({ ...row, hosting_id: null }))];
}

/** Returns whether any invoice keeps the subscription suspended. */
export function* isSuspended(accountId: number, subscriptionId: number): Query<boolean> {
  return (yield* OTHER.one({ account_id: accountId, subscription_id: subscriptionId })) !== undefined;
}

/** Deletes all suspensions of a subscription that has ended. */
export function* endSuspensions(accountId: number, subscriptionId: number): Query<void> {
  const of = { account_id: accountId, subscription_id: subscriptionId };
  yield* END.run(of);
  yield* END_PAUSE.run(of);
}

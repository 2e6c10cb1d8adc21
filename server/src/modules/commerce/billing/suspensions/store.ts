import { type Query, sql } from '../../../../kernel/db/query.ts';

/** A subscription that is suspended because an invoice is not paid. */
export interface SuspensionRow {
  invoice_id: number;
  subscription_id: number;
  /** Its server, which is off; null where it has none. */
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
/** The same of those without a server. */
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

/** Ends those for one invoice, and answers which they were. */
export function* takeSuspensions(accountId: number, invoiceId: number): Query<SuspensionRow[]> {
  const of = { account_id: accountId, invoice_id: invoiceId };
  const paused = yield* TAKE_PAUSED.all(of);
  return [...(yield* TAKE.all(of)), ...paused.map((row) => ({ ...row, hosting_id: null }))];
}

/** Whether an invoice keeps it off. */
export function* isSuspended(accountId: number, subscriptionId: number): Query<boolean> {
  return (yield* OTHER.one({ account_id: accountId, subscription_id: subscriptionId })) !== undefined;
}

/** There is nothing left to be off. */
export function* endSuspensions(accountId: number, subscriptionId: number): Query<void> {
  const of = { account_id: accountId, subscription_id: subscriptionId };
  yield* END.run(of);
  yield* END_PAUSE.run(of);
}

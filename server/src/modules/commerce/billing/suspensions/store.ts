import { type Query, sql } from '../../../../kernel/db/query.ts';

/** A server that is off because an invoice is not paid. */
export interface SuspensionRow {
  invoice_id: number;
  subscription_id: number;
  hosting_id: number;
  since: number;
}

const COLUMNS = 'invoice_id, subscription_id, hosting_id, since';
const INSERT = sql<SuspensionRow & { account_id: number }>(
  `insert into billing_suspensions (account_id, ${COLUMNS})
   values (:account_id, :invoice_id, :subscription_id, :hosting_id, :since)
   on conflict (invoice_id, subscription_id) do nothing`,
);
const TAKE = sql<{ account_id: number; invoice_id: number }, SuspensionRow>(
  `delete from billing_suspensions where account_id = :account_id and invoice_id = :invoice_id returning ${COLUMNS}`,
);
const OTHER = sql<{ account_id: number; subscription_id: number }, { invoice_id: number }>(
  `select invoice_id from billing_suspensions
   where account_id = :account_id and subscription_id = :subscription_id limit 1`,
);

const END = sql<{ account_id: number; subscription_id: number }>(
  'delete from billing_suspensions where account_id = :account_id and subscription_id = :subscription_id',
);

export function* insertSuspension(accountId: number, suspension: SuspensionRow): Query<boolean> {
  return (yield* INSERT.run({ ...suspension, account_id: accountId })) === 1;
}

/** Ends those for one invoice, and answers which they were. */
export function takeSuspensions(accountId: number, invoiceId: number): Query<SuspensionRow[]> {
  return TAKE.all({ account_id: accountId, invoice_id: invoiceId });
}

/** Whether an invoice keeps it off. */
export function* isSuspended(accountId: number, subscriptionId: number): Query<boolean> {
  return (yield* OTHER.one({ account_id: accountId, subscription_id: subscriptionId })) !== undefined;
}

/** There is nothing left to be off. */
export function* endSuspensions(accountId: number, subscriptionId: number): Query<void> {
  yield* END.run({ account_id: accountId, subscription_id: subscriptionId });
}

import { type NewRow, nullable, number, type Query, sql, table } from '@hostler/database';

/** Shares of payments, or of credit, that settled invoices. A negative row removes a share. */
const allocations = table(
  'payment_allocations',
  {
    id: number(),
    invoice_id: number(),
    payment_id: nullable(number()),
    amount: number(),
    created_at: number(),
  },
  { hidden: { account_id: number() } },
);

/** The share of a payment, or of credit (null), in an invoice. */
export interface Share {
  invoice_id: number;
  payment_id: number | null;
  amount: number;
}

const SHARES = `select invoice_id, payment_id, cast(sum(amount) as bigint) as amount from payment_allocations`;
const OF_INVOICE = sql<{ account_id: number; invoice_id: number }, Share>(
  `${SHARES} where account_id = :account_id and invoice_id = :invoice_id
   group by invoice_id, payment_id having sum(amount) > 0 order by max(id) desc`,
);
const OF_PAYMENT = sql<{ account_id: number; payment_id: number }, Share>(
  `${SHARES} where account_id = :account_id and payment_id = :payment_id
   group by invoice_id, payment_id having sum(amount) > 0 order by max(id) desc`,
);
export function insertAllocation(accountId: number, row: NewRow<typeof allocations>): Query<unknown> {
  return allocations.insert(row, { account_id: accountId });
}

/** Newest first. */
export function listSharesOfInvoice(accountId: number, invoiceId: number): Query<Share[]> {
  return OF_INVOICE.all({ account_id: accountId, invoice_id: invoiceId });
}

export function listSharesOfPayment(accountId: number, paymentId: number): Query<Share[]> {
  return OF_PAYMENT.all({ account_id: accountId, payment_id: paymentId });
}

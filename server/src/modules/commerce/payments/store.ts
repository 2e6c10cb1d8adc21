import type { Query } from '../../../kernel/db/query.ts';
import { type NewRow, number, type Row, table, text } from '../../../kernel/db/table.ts';

const payments = table(
  'payments',
  {
    id: number(),
    invoice_id: number(),
    amount: number(),
    currency: text(),
    method: text(),
    received_at: number(),
  },
  { hidden: { account_id: number() } },
);
export type PaymentRow = Row<typeof payments>;

export function insertPayment(accountId: number, payment: NewRow<typeof payments>): Query<PaymentRow> {
  return payments.insert(payment, { account_id: accountId });
}

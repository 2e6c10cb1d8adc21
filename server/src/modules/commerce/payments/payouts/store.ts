import { later, type NewRow, number, type Query, type Row, table, text } from '@hostler/database';

/** Refunds that staff transfer by hand. */
const payouts = table(
  'payment_payouts',
  {
    id: number(),
    refund_id: number(),
    payment_id: number(),
    amount: number(),
    currency: text(),
    reason: text(),
    created_at: number(),
    /** When staff recorded the transfer. */
    paid_at: later(number()),
  },
  { hidden: { account_id: number() } },
);
export const PAYOUT_COLUMNS = payouts.columns;
export type PayoutRow = Row<typeof payouts>;

export function insertPayout(accountId: number, row: NewRow<typeof payouts>): Query<PayoutRow> {
  return payouts.insert(row, { account_id: accountId });
}

import { insert, type Query } from '../../../kernel/db/query.ts';

export interface PaymentRow {
  id: number;
  invoice_id: number;
  amount: number;
  currency: string;
  method: string;
  received_at: number;
}

const INSERT = insert<Omit<PaymentRow, 'id'> & { account_id: number }>('payments', [
  'account_id',
  'invoice_id',
  'amount',
  'currency',
  'method',
  'received_at',
]);

export function* insertPayment(accountId: number, payment: Omit<PaymentRow, 'id'>): Query<PaymentRow> {
  return { ...payment, id: yield* INSERT({ ...payment, account_id: accountId }) };
}

import { formatTime } from '../../../kernel/time.ts';
import type { Invoice } from '../invoices/index.ts';
import type { PaymentRow } from './store.ts';

export function viewPayment({ id, amount, currency, method, received_at }: PaymentRow, invoice: Invoice) {
  return { id, amount, currency, method, received_at: formatTime(received_at), invoice };
}

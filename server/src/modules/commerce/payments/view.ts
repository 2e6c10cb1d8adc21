import { formatTime } from '../../../kernel/time.ts';
import { type InvoiceRow, viewInvoice } from '../invoices/index.ts';
import type { PaymentRow } from './store.ts';

export function viewPayment({ id, amount, currency, method, received_at }: PaymentRow, invoice: InvoiceRow) {
  return { id, amount, currency, method, received_at: formatTime(received_at), invoice: viewInvoice(invoice) };
}

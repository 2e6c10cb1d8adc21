import { formatOptionalTime, formatTime } from '../../../kernel/time.ts';
import type { Invoice } from './schemas.ts';
import type { InvoiceItemRow, InvoiceRow } from './store.ts';

export function viewInvoice(row: InvoiceRow): Invoice {
  return {
    id: row.id,
    number: row.number,
    subscription_id: row.subscription_id,
    status: row.status,
    currency: row.currency,
    subtotal: row.subtotal,
    tax: row.tax,
    total: row.total,
    amount_paid: row.amount_paid,
    amount_due: row.status === 'cancelled' ? 0 : row.total - row.amount_paid,
    issued_at: formatTime(row.issued_at),
    due_at: formatTime(row.due_at),
    paid_at: formatOptionalTime(row.paid_at),
    items: (JSON.parse(row.items) as InvoiceItemRow[]).map((item) => ({
      ...item,
      period_start: formatTime(item.period_start),
      period_end: formatTime(item.period_end),
    })),
  };
}

import { formatOptionalTime, formatTime } from '../../../kernel/time.ts';
import type { InvoiceItemRow, InvoiceRow, PaymentRow } from './invoice-store.ts';
import type { Invoice, Subscription } from './schemas.ts';
import type { SubscriptionRow } from './store.ts';

export function viewSubscription(row: SubscriptionRow): Subscription {
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    status: row.status,
    price: row.price,
    currency: row.currency,
    billing_period: row.billing_period,
    hosting_id: row.hosting_id,
    current_period_start: formatTime(row.current_period_start),
    current_period_end: formatTime(row.current_period_end),
    cancel_at_period_end: row.cancel_requested_at !== null,
    cancelled_at: formatOptionalTime(row.cancelled_at),
    created_at: formatTime(row.created_at),
  };
}

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

export function viewPayment({ id, amount, currency, method, received_at }: PaymentRow, invoice: InvoiceRow) {
  return { id, amount, currency, method, received_at: formatTime(received_at), invoice: viewInvoice(invoice) };
}

import { formatOptionalTime, formatTime } from '#kernel/time.ts';
import { amountDue } from './amounts.ts';
import type { Invoice } from './schemas.ts';
import { readCustomer } from './snapshot.ts';
import { type InvoiceItemRow, type InvoiceRow, readItems } from './store.ts';

export function viewInvoice(row: InvoiceRow): Invoice {
  return {
    id: row.id,
    type: row.type,
    number: row.number,
    subscription_id: row.subscription_id,
    corrects_id: row.corrects_id,
    status: row.status,
    currency: row.currency,
    subtotal: row.subtotal,
    tax: row.tax,
    total: row.total,
    amount_paid: row.amount_paid,
    amount_credited: row.amount_credited,
    amount_written_off: row.amount_written_off,
    amount_due: amountDue(row),
    tax_rate: row.tax_rate / 100,
    tax_category: row.tax_category,
    tax_note: row.tax_sentence,
    seller: row.seller === null ? null : JSON.parse(row.seller),
    customer: readCustomer(row).customer,
    payment_reference: row.number,
    reason: row.reason,
    issued_at: formatTime(row.issued_at),
    due_at: formatTime(row.due_at),
    paid_at: formatOptionalTime(row.paid_at),
    restored_at: formatOptionalTime(row.restored_at),
    on_hold: row.on_hold === 1,
    items: readItems(row).map((item) => viewItem(item, row.subscription_id)),
  };
}

/** Invoices older than charges have fewer facts per item. */
function viewItem(item: InvoiceItemRow, subscriptionId: number | null): Invoice['items'][number] {
  const { kind = 'period', subscription_id = subscriptionId, tax_included = false, explanation } = item;
  return {
    kind,
    subscription_id,
    description: item.description,
    quantity: item.quantity,
    unit_price: item.unit_price,
    amount: item.amount,
    tax_included,
    net_amount: item.net_amount ?? item.amount,
    period_start: formatTime(item.period_start),
    period_end: formatTime(item.period_end),
    explanation: explanation
      ? { rule: explanation.rule, sentence: explanation.sentence, steps: [...explanation.steps] }
      : null,
  };
}

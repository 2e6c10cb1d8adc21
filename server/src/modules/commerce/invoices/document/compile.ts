import { dayIn } from '#kernel/calendar.ts';
import { amountDue } from '../amounts.ts';
import { readCustomer } from '../snapshot.ts';
import { type InvoiceRow, readItems } from '../store.ts';
import type { InvoiceDocument } from './document.ts';

/** Returns the document of an issued invoice. `corrected` is the invoice that a credit note corrects. */
export function compileDocument(row: InvoiceRow, corrected: InvoiceRow | undefined, zone: string): InvoiceDocument {
  const day = (at: number) => dayIn(zone, at);
  const { customer, language } = readCustomer(row);
  return {
    type: row.type,
    language,
    number: row.number,
    issued_on: day(row.issued_at),
    due_on: day(row.due_at),
    currency: row.currency,
    corrects: corrected ? { number: corrected.number, issued_on: day(corrected.issued_at) } : null,
    reason: row.reason,
    seller: row.seller === null ? null : JSON.parse(row.seller),
    customer,
    lines: readItems(row).map((item, index) => ({
      position: index + 1,
      description: item.description,
      quantity: item.quantity,
      unit_price: item.unit_price,
      amount: item.amount,
      tax_included: item.tax_included ?? false,
      net_amount: item.net_amount ?? item.amount,
      period: { from: day(item.period_start), to: day(item.period_end) },
    })),
    subtotal: row.subtotal,
    tax: {
      category: row.tax_category,
      rate: row.tax_rate,
      country: row.tax_country,
      amount: row.tax,
      sentence: row.tax_sentence,
    },
    total: row.total,
    payment_reference: row.number,
    settlement: {
      due: row.type === 'invoice' ? amountDue(row) : 0,
      credited: row.type === 'invoice' ? row.amount_credited : 0,
      paid_on: row.type === 'invoice' && row.status === 'paid' && row.paid_at !== null ? day(row.paid_at) : null,
    },
  };
}

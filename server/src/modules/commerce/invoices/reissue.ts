import type { Query } from '@hostler/database';
import type { ChargeKind } from './charges/schemas.ts';
import type { NewCharge } from './charges/service.ts';
import { findChargeByKey } from './charges/store.ts';
import { type InvoiceRow, readItems } from './store.ts';

/** Returns the key of a charge that replaces a line of an invoice. */
export function keyAgain(invoiceId: number, line: number): string {
  return `again:${invoiceId}:${line}`;
}

/** Returns the invoice that replaced this one after its tax was corrected, or this one. */
export function* findCurrentInvoiceId(accountId: number, invoiceId: number): Query<number> {
  const again = yield* findChargeByKey(accountId, keyAgain(invoiceId, 1));
  return again?.invoice_id ? yield* findCurrentInvoiceId(accountId, again.invoice_id) : invoiceId;
}

/** Returns the lines of a credited invoice as new charges, with their due date or now if that has passed. */
export function chargesOf(row: InvoiceRow, at: number): NewCharge[] {
  return readItems(row).map((item, index) => ({
    subscription_id: item.subscription_id ?? row.subscription_id,
    key: keyAgain(row.id, index + 1),
    kind: (item.kind ?? 'period') as ChargeKind,
    description: item.description,
    quantity: item.quantity,
    unit_price: item.unit_price,
    amount: item.amount,
    currency: row.currency,
    tax_included: item.tax_included ?? false,
    period_start: item.period_start,
    period_end: item.period_end,
    explanation: {
      rule: item.explanation?.rule ?? 'period',
      sentence: item.explanation?.sentence ?? item.description,
      steps: [
        ...(item.explanation?.steps ?? []),
        { label: 'Stands in place of', value: `line ${index + 1} of invoice ${row.number}` },
      ],
    },
    due_at: Math.max(row.due_at, at),
    at,
  }));
}

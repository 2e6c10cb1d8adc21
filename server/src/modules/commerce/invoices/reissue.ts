import type { Query } from '@hostler/database';
import type { ChargeKind } from './charges/schemas.ts';
import { type Charge, type NewCharge, toCharge } from './charges/service.ts';
import { findChargeByKey, listChargesOf } from './charges/store.ts';
import { type InvoiceItemRow, type InvoiceRow, readItems } from './store.ts';

/** Returns the key of a charge that replaces a line of an invoice. */
export function keyAgain(invoiceId: number, line: number): string {
  return `again:${invoiceId}:${line}`;
}

/** Returns the invoice that replaced this one after its tax was corrected, or this one. */
export function* findCurrentInvoiceId(accountId: number, invoiceId: number): Query<number> {
  const again = yield* findChargeByKey(accountId, keyAgain(invoiceId, 1));
  return again?.invoice_id ? yield* findCurrentInvoiceId(accountId, again.invoice_id) : invoiceId;
}

/**
 * Returns the lines of a credited invoice as new charges, with their due date or now if that has passed. They get the
 * words of their charges, because the account may have another language now.
 */
export function* chargesOf(accountId: number, row: InvoiceRow, at: number): Query<NewCharge[]> {
  const charges = (yield* listChargesOf(accountId, row.id)).map(toCharge);
  return readItems(row).map((item, index) => ({
    ...wordingOf(charges[index], item),
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

/** Returns the words of a charge, if the line was made of it. */
function wordingOf(charge: Charge | undefined, item: InvoiceItemRow): Pick<NewCharge, 'wording'> {
  const isSame = charge?.amount === item.amount && charge.period_start === item.period_start;
  return isSame && charge.wording ? { wording: charge.wording } : {};
}

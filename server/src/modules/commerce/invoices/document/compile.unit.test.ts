import { describe, expect, it } from 'vitest';
import { deriveStatus } from '../amounts.ts';
import type { InvoiceRow } from '../store.ts';
import { compileDocument } from './compile.ts';

/** Late in the evening in UTC, so that it is the next day in Berlin. */
const PAID_AT = Date.parse('2026-02-20T23:30:00Z');
const ISSUED: InvoiceRow = {
  ...{ id: 1, type: 'invoice', number: 'INV-2026-000042', status: 'unpaid', currency: 'EUR' },
  ...{ subtotal: 1000, tax: 190, total: 1190, amount_paid: 0, amount_credited: 0, amount_written_off: 0 },
  ...{ issued_at: Date.parse('2026-02-01T00:00:00Z'), due_at: Date.parse('2026-03-01T00:00:00Z') },
  ...{ paid_at: null, overdue_at: null, items: '[]', seller: null, customer: null, reason: null },
  ...{ tax_category: 'standard', tax_rate: 1900, tax_country: 'DE', tax_sentence: null },
} as unknown as InvoiceRow;

type Amounts = Partial<Pick<InvoiceRow, 'amount_paid' | 'amount_credited' | 'amount_written_off'>>;

/** Compiles the document after a change of the amounts. */
function compileAfter(changes: Amounts, zone = 'Europe/Berlin') {
  return compileDocument({ ...ISSUED, ...deriveStatus(ISSUED, changes, PAID_AT) }, undefined, zone);
}

describe('the settlement on a document', () => {
  it('has the day of the payment in the time zone of the seller', () => {
    expect(compileAfter({ amount_paid: 1190 }).settlement).toMatchObject({ due: 0, paid_on: '2026-02-21' });
    expect(compileAfter({ amount_paid: 1190 }, 'America/New_York').settlement.paid_on).toBe('2026-02-20');
  });

  it.each<[string, Amounts, object]>([
    ['open', {}, { due: 1190, paid_on: null }],
    ['paid in part', { amount_paid: 500 }, { due: 690, paid_on: null }],
    [
      'paid after a credit note',
      { amount_paid: 690, amount_credited: 500 },
      { due: 0, credited: 500, paid_on: '2026-02-21' },
    ],
    ['refunded in full by a credit note', { amount_credited: 1190 }, { due: 0, credited: 1190, paid_on: null }],
    ['written off', { amount_written_off: 1190 }, { due: 0, paid_on: null }],
  ])('of an invoice that is %s', (_, changes, settlement) => {
    const { settlement: compiled, ...rest } = compileAfter(changes);
    expect(compiled).toMatchObject(settlement);
    const { settlement: __, ...issued } = compileDocument(ISSUED, undefined, 'Europe/Berlin');
    expect(rest).toEqual(issued);
  });
});

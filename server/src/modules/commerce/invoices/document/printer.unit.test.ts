import { expect, it } from 'vitest';
import type { InvoiceDocument } from './document.ts';
import { createPrinter } from './printer.ts';

const DOCUMENT: InvoiceDocument = {
  type: 'invoice',
  number: 'INV-2026-000042',
  issued_on: '2026-02-15',
  due_on: '2026-03-01',
  currency: 'EUR',
  corrects: null,
  reason: null,
  seller: null,
  customer: null,
  lines: [],
  subtotal: 0,
  tax: { category: null, rate: 0, country: null, amount: 0, sentence: null },
  total: 0,
  payment_reference: 'INV-2026-000042',
  settlement: { due: 0, credited: 0, paid_on: null },
};

it('the printer renders an invoice after another invoice failed', async () => {
  const { print } = createPrinter();
  await expect(print({} as InvoiceDocument, { creator: 'Example' })).rejects.toThrow();
  expect((await print(DOCUMENT, { creator: 'Example' })).subarray(0, 5).toString()).toBe('%PDF-');
});

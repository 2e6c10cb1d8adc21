import { expect, it, vi } from 'vitest';
import type { InvoiceDocument } from './document.ts';
import { createPrinter } from './printer.ts';

const DOCUMENT: InvoiceDocument = {
  type: 'invoice',
  language: 'en',
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
  const noted = vi.fn();
  await expect(print({} as InvoiceDocument, { creator: 'Example' }, noted)).rejects.toThrow();
  expect((await print(DOCUMENT, { creator: 'Example' }, noted)).subarray(0, 5).toString()).toBe('%PDF-');
  expect(noted).not.toHaveBeenCalled();
});

it('the printer reports the characters that no font has, once for each document', async () => {
  const { print } = createPrinter();
  const noted = vi.fn();
  const odd = { ...DOCUMENT, reason: '💥 and 💥' };
  await print(odd, { creator: 'Example' }, noted);
  await print(DOCUMENT, { creator: 'Example' }, noted);
  expect(noted.mock.calls).toEqual([[odd, ['U+1F4A5']]]);
});

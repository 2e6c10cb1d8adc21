import { expect, it } from 'vitest';
import { findInvoiceNumbers } from './match.ts';

it.each([
  ['INV-2026-000042', ['INV-2026-000042']],
  ['Rechnung inv 2026 000042 vom 3.11.2026', ['INV-2026-000042']],
  ['INV2026000042', ['INV-2026-000042']],
  ['SVWZ+INV-2026-0000 42 THANKS', ['INV-2026-000042']],
  ['INV-2026-000042 12', ['INV-2026-000042']],
  ['INV-2026-000042, INV-2026-000043 and INV-2026-000042', ['INV-2026-000042', 'INV-2026-000043']],
  ['INV-2026-1000042', ['INV-2026-1000042']],
  ['INV-2026-00042', []],
  ['invoice 42', []],
  ['', []],
])('the text %j contains the invoice numbers %j', (text, numbers) => {
  expect(findInvoiceNumbers(text)).toEqual(numbers);
});

it('at most 20 invoice numbers are found in a long text', () => {
  expect(findInvoiceNumbers('INV-2026-000'.repeat(20_000))).toEqual([]);
  const many = Array.from({ length: 1_000 }, (_, n) => `INV-2026-${String(n).padStart(6, '0')}`);
  expect(findInvoiceNumbers(many.join(' '))).toHaveLength(20);
});

/** Banks break lines and drop characters: `INV-2026-000042`, `inv 2026 000042`, `INV2026 0000 42`. */
const NUMBER = /INV[\s\-_./:#]*(\d{4})[\s\-_./]*(\d{7,}|\d(?:\s?\d){5})/gi;
const MOST = 20;

/** Returns the invoice numbers in the text of a transfer, in order. */
export function findInvoiceNumbers(text: string): string[] {
  const found = [...text.matchAll(NUMBER)].map(([, year, count = '']) => `INV-${year}-${count.replace(/\s/g, '')}`);
  return [...new Set(found)].slice(0, MOST);
}

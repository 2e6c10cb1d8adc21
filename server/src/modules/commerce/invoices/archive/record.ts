import { createHash } from 'node:crypto';
import type { InvoiceRow } from '../store.ts';
import type { ArchivedRow } from './operator-store.ts';

/** Everything that is printed on a document, as it was issued. What changes later (payments, dunning) is not in it. */
type Printed = Pick<
  InvoiceRow,
  | 'type'
  | 'reason'
  | 'number'
  | 'currency'
  | 'subtotal'
  | 'tax'
  | 'total'
  | 'tax_rate'
  | 'tax_category'
  | 'tax_country'
  | 'tax_sentence'
  | 'seller'
  | 'customer'
  | 'customer_country'
  | 'items'
  | 'issued_at'
  | 'due_at'
>;

export interface ArchivedDocument extends Printed {
  readonly format: 1;
  /** With the time it was created: after a restore, another account may have the same id. */
  readonly account_id: number;
  readonly account_created_at: number;
  /** Credit notes only: the number of the invoice that it corrects. */
  readonly corrects: string | null;
}

/** Returns the content of the file. Equal documents have equal content. */
export function writeRecord(row: ArchivedRow): string {
  const document: ArchivedDocument = {
    format: 1,
    number: row.number,
    type: row.type,
    account_id: row.account_id,
    account_created_at: row.account_created_at,
    issued_at: row.issued_at,
    due_at: row.due_at,
    currency: row.currency,
    subtotal: row.subtotal,
    tax: row.tax,
    total: row.total,
    tax_rate: row.tax_rate,
    tax_category: row.tax_category,
    tax_country: row.tax_country,
    tax_sentence: row.tax_sentence,
    corrects: row.corrects_number,
    reason: row.reason,
    seller: row.seller,
    customer: row.customer,
    customer_country: row.customer_country,
    items: row.items,
  };
  return `${JSON.stringify({ ...document, sha256: sumOf(document) }, null, 1)}\n`;
}

/** Reads the content of a file; undefined if it is truncated, changed or not the document with this number. */
export function readRecord(text: string, number: string): ArchivedDocument | undefined {
  try {
    const { sha256, ...document } = JSON.parse(text) as ArchivedDocument & { sha256: string };
    return document.number === number && document.format === 1 && sha256 === sumOf(document) ? document : undefined;
  } catch {
    return undefined;
  }
}

function sumOf(document: object): string {
  return createHash('sha256').update(JSON.stringify(document)).digest('hex');
}

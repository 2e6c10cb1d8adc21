import type { InvoiceType } from '../schemas.ts';

const PREFIXES: Record<InvoiceType, string> = { invoice: 'INV', credit_note: 'CN' };
/** Documents per folder of the archive. Finding the highest number lists at most this many names. */
const BUCKET = 1_000;

/** The documents of one kind and year. Their numbers run from 1 without gaps. */
export interface Series {
  readonly type: InvoiceType;
  readonly year: number;
}

export interface DocumentNumber extends Series {
  readonly position: number;
}

/** `INV-2026` */
export function nameSeries({ type, year }: Series): string {
  return `${PREFIXES[type]}-${year}`;
}

/** `INV-2026-000042` */
export function writeNumber(number: DocumentNumber): string {
  return `${nameSeries(number)}-${String(number.position).padStart(6, '0')}`;
}

export function readSeries(text: string): Series | undefined {
  const [, prefix, year] = /^(INV|CN)-(\d{4})$/.exec(text) ?? [];
  if (prefix === undefined) return undefined;
  return { type: prefix === PREFIXES.invoice ? 'invoice' : 'credit_note', year: Number(year) };
}

export function readNumber(text: string): DocumentNumber | undefined {
  const [, series = '', position] = /^([A-Z]+-\d{4})-(\d{6,12})$/.exec(text) ?? [];
  const known = readSeries(series);
  return known && { ...known, position: Number(position) };
}

export function bucketOf(position: number): number {
  return Math.floor(position / BUCKET);
}

/** First and last position of a bucket. */
export function boundsOf(bucket: number): { first: number; last: number } {
  return { first: Math.max(1, bucket * BUCKET), last: bucket * BUCKET + BUCKET - 1 };
}

/** Invoices come first, because a credit note refers to one. */
export function compareSeries(a: Series, b: Series): number {
  return a.type === b.type ? a.year - b.year : a.type === 'invoice' ? -1 : 1;
}

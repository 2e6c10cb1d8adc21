import type { TaxCategory } from '../../tax/index.ts';
import type { InvoiceCustomer, InvoiceSeller, InvoiceType } from '../schemas.ts';

/**
 * Everything that stands on the paper of an invoice or a credit note: the PDF and the XML are made of this alone. Nothing but
 * `settlement` changes after it was issued, and the XML has nothing of that. Amounts are in minor units of the currency; days
 * are those of the seller's time zone.
 */
export interface InvoiceDocument {
  readonly type: InvoiceType;
  readonly number: string;
  /** `2026-11-15` */
  readonly issued_on: string;
  /** Of a credit note the day it was issued. */
  readonly due_on: string;
  readonly currency: string;
  /** Of a credit note: what it lowers; null where it lowers nothing (what was sold came to less than nothing). */
  readonly corrects: { readonly number: string; readonly issued_on: string } | null;
  readonly reason: string | null;
  /** Null where nobody had said who sells: there is no e-invoice then. */
  readonly seller: InvoiceSeller | null;
  readonly customer: InvoiceCustomer | null;
  readonly lines: readonly DocumentLine[];
  /** The sum of the lines' net amounts. */
  readonly subtotal: number;
  readonly tax: DocumentTax;
  readonly total: number;
  readonly payment_reference: string;
  readonly settlement: DocumentSettlement;
}

/** What became of the invoice until the document was made. */
export interface DocumentSettlement {
  /** What is still to be paid. */
  readonly due: number;
  /** The day on which it was paid in full; null if it was not. */
  readonly paid_on: string | null;
}

export interface DocumentLine {
  /** From 1. */
  readonly position: number;
  readonly description: string;
  readonly quantity: number;
  /** As it was offered: with or without tax. */
  readonly unit_price: number;
  readonly amount: number;
  readonly tax_included: boolean;
  readonly net_amount: number;
  /** The first day and the one on which the next period begins; the same day twice for what happens once. */
  readonly period: { readonly from: string; readonly to: string };
}

export interface DocumentTax {
  readonly category: TaxCategory | null;
  /** In hundredths of a percent: 1900 is 19 %. */
  readonly rate: number;
  readonly country: string | null;
  readonly amount: number;
  /** What the law wants written on it. */
  readonly sentence: string | null;
}

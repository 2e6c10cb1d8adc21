import type { Language } from '#kernel/texts/languages.ts';
import type { TaxCategory } from '../../tax/index.ts';
import type { InvoiceCustomer, InvoiceSeller, InvoiceType } from '../schemas.ts';

/**
 * Everything printed on an invoice or credit note. PDF and XML are made from this alone. Only `settlement` changes
 * after the issue, and the XML does not contain it. Amounts are in minor units; days are in the seller's time zone.
 */
export interface InvoiceDocument {
  readonly type: InvoiceType;
  /** Language of the customer at the time of issue. */
  readonly language: Language;
  readonly number: string;
  /** `2026-11-15` */
  readonly issued_on: string;
  /** Credit notes: the day of issue. */
  readonly due_on: string;
  readonly currency: string;
  /** Credit notes: the corrected invoice. Null if the sum of the charges was negative. */
  readonly corrects: { readonly number: string; readonly issued_on: string } | null;
  readonly reason: string | null;
  /** Null if no seller was configured. There is no e-invoice then. */
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

/** Payment status of the invoice when the document is made. */
export interface DocumentSettlement {
  /** Amount still due. */
  readonly due: number;
  /** Amount that credit notes took off. */
  readonly credited: number;
  /** The day on which it was paid in full; null if it was not. */
  readonly paid_on: string | null;
}

export interface DocumentLine {
  /** From 1. */
  readonly position: number;
  readonly description: string;
  readonly quantity: number;
  /** As offered, with or without tax. */
  readonly unit_price: number;
  readonly amount: number;
  readonly tax_included: boolean;
  readonly net_amount: number;
  /** The first day and the first day of the next period. The same day twice for a one-time charge. */
  readonly period: { readonly from: string; readonly to: string };
}

export interface DocumentTax {
  readonly category: TaxCategory | null;
  /** In hundredths of a percent: 1900 is 19 %. */
  readonly rate: number;
  readonly country: string | null;
  readonly amount: number;
  /** Sentence that the law requires on the document. */
  readonly sentence: string | null;
}

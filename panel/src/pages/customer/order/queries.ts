import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Period } from '../../../resources/plans/period.ts';
import { door } from '../../../session/door.ts';

export interface QuoteInput {
  readonly plan: string;
  readonly period: Period;
  readonly currency: string;
  readonly country?: string;
  readonly kind?: 'consumer' | 'business';
  readonly vat_id?: string;
  readonly coupon?: string;
}

/** Exact price of an order, computed by the same rules as its invoice. */
export interface Quote {
  readonly currency: string;
  /** Net amounts, which add up to the subtotal. Hourly charges are not included. */
  readonly lines: readonly { readonly description: string; readonly net_amount: number }[];
  readonly subtotal: number;
  readonly tax: number;
  readonly tax_rate: number;
  readonly total: number;
  /** Tax note printed on the invoice. */
  readonly tax_sentence: string | null;
}

export function askQuote(input: object, signal?: AbortSignal): Promise<Quote> {
  return door.post<Quote>('/shop/quote', input, { withoutGates: true, ...(signal && { signal }) });
}

export function useQuote(input: QuoteInput | null) {
  return useQuery({
    queryKey: ['shop', 'quote', input],
    queryFn: ({ signal }) => askQuote(input ?? {}, signal),
    enabled: input !== null,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
}

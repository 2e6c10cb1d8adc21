import type { OfferedPlan, OfferedPrice } from '@hostler/sdk';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { door } from '../../session/door.ts';
import type { Period } from './period.ts';

/** Public plan; the same fields as in the public API. */
export type ShopPlan = OfferedPlan;
export type PlanPrice = OfferedPrice;

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

const ALONE = (signal?: AbortSignal) => ({ withoutGates: true, ...(signal && { signal }) });

export const plansQuery = queryOptions({
  queryKey: ['shop', 'plans'],
  queryFn: ({ signal }) => door.get<readonly ShopPlan[]>('/shop/plans', {}, ALONE(signal)),
  staleTime: 60_000,
});

export function askQuote(input: object, signal?: AbortSignal): Promise<Quote> {
  return door.post<Quote>('/shop/quote', input, ALONE(signal));
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

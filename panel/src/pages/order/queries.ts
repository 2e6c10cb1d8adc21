import type { OfferedPlan, OfferedPrice } from '@hostler/sdk';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { door } from '../../session/door.ts';
import type { Period } from './period.ts';

/** What can be ordered, as everybody sees it: the same as the public API gives to customers. */
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

/** What an order costs to the cent, by the same rules as its invoice. */
export interface Quote {
  readonly currency: string;
  /** Without tax, so that they add up to the subtotal. What is billed by the hour is not among them. */
  readonly lines: readonly { readonly description: string; readonly net_amount: number }[];
  readonly subtotal: number;
  readonly tax: number;
  readonly tax_rate: number;
  readonly total: number;
  /** What the invoice says about the tax. */
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

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Period } from '../../../resources/plans/period.ts';
import type { Quote } from '../../../session/generated/types.gen.ts';
import { panelApi } from '../../../session/panel-api.ts';

export type { Quote };

export interface QuoteInput {
  readonly plan: string;
  readonly period: Period;
  readonly currency: string;
  readonly country?: string;
  readonly kind?: 'consumer' | 'business';
  readonly vat_id?: string;
  readonly coupon?: string;
}

export function askQuote(input: object, signal?: AbortSignal): Promise<Quote> {
  return panelApi.post<Quote>('/shop/quote', input, { withoutGates: true, ...(signal && { signal }) });
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

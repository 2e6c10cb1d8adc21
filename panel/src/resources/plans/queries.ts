import type { OfferedPlan, OfferedPrice } from '@hostler/sdk';
import { queryOptions } from '@tanstack/react-query';
import { door } from '../../session/door.ts';

/** Public plan; the same fields as in the public API. */
export type ShopPlan = OfferedPlan;
export type PlanPrice = OfferedPrice;

export const plansQuery = queryOptions({
  queryKey: ['shop', 'plans'],
  queryFn: ({ signal }) => door.get<readonly ShopPlan[]>('/shop/plans', {}, { withoutGates: true, signal }),
  staleTime: 60_000,
});

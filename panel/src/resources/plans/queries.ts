import type { OfferedPlan, OfferedPrice } from '@hostler/sdk';
import { queryOptions } from '@tanstack/react-query';
import { panelApi } from '../../session/panel-api.ts';

/** Public plan; the same fields as in the public API. */
export type ShopPlan = OfferedPlan;
export type PlanPrice = OfferedPrice;

export const plansQuery = queryOptions({
  queryKey: ['shop', 'plans'],
  queryFn: ({ signal }) => panelApi.get<readonly ShopPlan[]>('/shop/plans', {}, { withoutGates: true, signal }),
  staleTime: 60_000,
});

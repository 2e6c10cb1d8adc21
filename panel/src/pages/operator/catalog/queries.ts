import type { StaffCoupon, StaffImage, StaffPlan, StaffPriceChange } from '#operator/generated/types.gen.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { useOperatorMutation, useOperatorQuery } from '#operator/queries.ts';
import type { Query } from '#session/session-client.ts';

export type { StaffCoupon, StaffImage, StaffPlan, StaffPriceChange };

export function usePlans(filters: Query) {
  return useOperatorQuery(
    ['plans', 'list', filters],
    (signal) => operatorApi.list<StaffPlan>('/plans', filters, { signal }),
    { keepPrevious: true },
  );
}

/** By id or name. */
export function usePlan(id: string | undefined) {
  return useOperatorQuery(
    ['plans', 'show', id],
    (signal) => operatorApi.get<StaffPlan>('/plans/show', { id }, { signal }),
    { enabled: id !== undefined },
  );
}

export function useVersions(id: number) {
  return useOperatorQuery(['plans', 'versions', id], (signal) =>
    operatorApi.list<StaffPlan>('/plans/versions', { id, per_page: 100 }, { signal }),
  );
}

/** Without an id a new plan is created. */
export function useSavePlan(id: number | undefined) {
  return useOperatorMutation(
    (body: object) =>
      id === undefined
        ? operatorApi.post<StaffPlan>('/plans', body)
        : operatorApi.post<StaffPlan>('/plans/change', body, { query: { id } }),
    { touches: ['plans'], onError: () => undefined },
  );
}

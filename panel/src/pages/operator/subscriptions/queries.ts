import type { StaffPlan, StaffSubscription } from '#operator/generated/types.gen.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { useOperatorQuery } from '#operator/queries.ts';
import type { Query } from '#session/session-client.ts';

export type { StaffSubscription };

export const TOUCHED = ['subscriptions', 'invoices', 'charges', 'forecast', 'hosting', 'accounts'] as const;

export function useSubscriptions(filters: Query) {
  return useOperatorQuery(
    ['subscriptions', 'list', filters],
    (signal) => operatorApi.list<StaffSubscription>('/subscriptions', filters, { signal }),
    { keepPrevious: true },
  );
}

export function useStaffSubscription(id: string | undefined) {
  return useOperatorQuery(
    ['subscriptions', 'show', id],
    (signal) => operatorApi.get<StaffSubscription>('/subscriptions/show', { id }, { signal }),
    { enabled: id !== undefined },
  );
}

export function usePlans() {
  return useOperatorQuery(['plans', 'all'], (signal) =>
    operatorApi.list<StaffPlan>('/plans', { per_page: 100 }, { signal }),
  );
}

/** Cost and date of a plan change. */
export interface ChangePreview {
  readonly plan: string;
  readonly amount_due_now: number;
  readonly currency: string;
  readonly new_price: number;
  readonly billing_period: 'monthly' | 'yearly' | 'hourly';
  readonly effective_at: string;
  readonly immediately: boolean;
  readonly explanation: string;
}

export function useChangePreview(id: number, plan: string | null, period: string | undefined) {
  return useOperatorQuery(
    ['subscriptions', 'preview', id, plan, period],
    () => operatorApi.post<ChangePreview>('/subscriptions/change', { plan, period, dry_run: true }, { query: { id } }),
    { enabled: plan !== null, staleTime: 'static' },
  );
}

import type { BillingReport } from '#operator/generated/types.gen.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { useOperatorQuery } from '#operator/queries.ts';

export type { BillingReport };

export function useReport(month: string) {
  return useOperatorQuery(
    ['report', month],
    (signal) => operatorApi.get<BillingReport>('/billing/report', { month }, { signal }),
    { keepPrevious: true },
  );
}

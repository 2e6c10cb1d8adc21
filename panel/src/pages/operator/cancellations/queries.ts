import type { PublicCancellation } from '#operator/generated/types.gen.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { useOperatorQuery } from '#operator/queries.ts';
import type { Query } from '#session/session-client.ts';

export type { PublicCancellation };

export function useCancellations(filters: Query) {
  return useOperatorQuery(
    ['cancellations', 'list', filters],
    (signal) => operatorApi.list<PublicCancellation>('/cancellations', filters, { signal }),
    { keepPrevious: true },
  );
}

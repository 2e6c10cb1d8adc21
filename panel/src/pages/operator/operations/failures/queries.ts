import { translateStaffTexts } from '#locales/returned.ts';
import type { Failure } from '#operator/generated/types.gen.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { useOperatorMutation, useOperatorQuery } from '#operator/queries.ts';

export type { Failure };

export interface FailuresSearch {
  readonly page?: number;
  readonly search?: string;
  readonly kind?: string;
  readonly account?: string;
}

/** Hints report failed actions and mails, but not those of billing, backups and webhooks. */
const POLL_MS = 10_000;

const TEXTS = ['what', 'reason', 'retry'];

export function useFailures(search: FailuresSearch) {
  return useOperatorQuery(
    ['failures', 'list', search],
    async (signal) =>
      translateStaffTexts(await operatorApi.list<Failure>('/failures', { ...search }, { signal }), TEXTS),
    { keepPrevious: true, refetchInterval: POLL_MS },
  );
}

export function useRetry() {
  return useOperatorMutation(
    ({ kind, id }: Failure) => operatorApi.post<{ done: string }>('/failures/retry', { kind }, { query: { id } }),
    { touches: ['failures', 'actions', 'mails', 'webhooks', 'today'] },
  );
}

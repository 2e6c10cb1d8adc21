import type { StaffWebhook } from '#operator/generated/types.gen.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { useOperatorMutation, useOperatorQuery } from '#operator/queries.ts';

export type { StaffWebhook };
export type WebhookStatus = StaffWebhook['status'];

export interface WebhooksSearch {
  readonly page?: number;
  readonly search?: string;
  readonly status?: string;
  readonly failing?: string;
  readonly account?: string;
}

/** Hints report changes of webhooks, but not of their deliveries, which are too many. */
const POLL_MS = 10_000;

export function useWebhooks(search: WebhooksSearch) {
  return useOperatorQuery(
    ['webhooks', 'list', search],
    (signal) => operatorApi.list<StaffWebhook>('/webhooks', { ...search }, { signal }),
    { keepPrevious: true, refetchInterval: POLL_MS },
  );
}

/** Resources that a change of a webhook affects. */
export const TOUCHED = ['webhooks', 'failures', 'today'];

export function useWebhookChange(verb: 'redeliver' | 'disable' | 'enable') {
  return useOperatorMutation(
    (id: number) => operatorApi.post<StaffWebhook>(`/webhooks/${verb}`, {}, { query: { id } }),
    { touches: TOUCHED },
  );
}

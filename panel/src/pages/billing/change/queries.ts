import type { SubscriptionsChangeInput, SubscriptionsPreviewInput } from '@hostler/sdk';
import { useApiMutation, useApiQuery } from '../../../api/queries.ts';

export function usePreview(input: SubscriptionsPreviewInput | null) {
  return useApiQuery(
    ['subscriptions', 'preview', input],
    // It changes nothing; it is a POST as it has a body.
    (api, signal) => api.subscriptions.preview(input ?? { id: 0, plan: '' }, { signal }),
    { enabled: input !== null, staleTime: 0 },
  );
}

export function useChangePlan() {
  return useApiMutation((api, input: SubscriptionsChangeInput) => api.subscriptions.change(input), {
    touches: ['subscriptions', 'invoices', 'billing', 'hosting'],
    onError: () => undefined,
  });
}

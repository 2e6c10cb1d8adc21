import type { SubscriptionsChangeInput, SubscriptionsPreviewInput } from '@hostler/sdk';
import { useApiMutation, useApiQuery } from '../../../api/queries.ts';

/** What is shown is what is pressed: nothing asks again behind the person's back. `opened` is when the drawer was. */
export function usePreview(input: SubscriptionsPreviewInput | null, opened: number) {
  return useApiQuery(
    ['subscriptions', 'preview', input, opened],
    // It changes nothing; it is a POST as it has a body.
    (api, signal) => api.subscriptions.preview(input ?? { id: 0, plan: '' }, { signal }),
    { enabled: input !== null, staleTime: 'static' },
  );
}

export function useChangePlan() {
  return useApiMutation((api, input: SubscriptionsChangeInput) => api.subscriptions.change(input), {
    touches: ['subscriptions', 'invoices', 'billing', 'hosting'],
    onError: () => undefined,
  });
}

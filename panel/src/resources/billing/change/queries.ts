import type { SubscriptionsChangeInput, SubscriptionsPreviewInput } from '@hostler/sdk';
import { useApiMutation, useApiQuery } from '../../../api/queries.ts';
import { useTellDone } from '../../../api/tell-done.ts';
import { changeTexts } from './texts.ts';

/** Loads the preview once per opened drawer (`opened`), so that the shown amount never changes by itself. */
export function usePreview(input: SubscriptionsPreviewInput | null, opened: number) {
  return useApiQuery(
    ['subscriptions', 'preview', input, opened],
    // Read-only; uses POST because it has a body.
    (api, signal) => api.subscriptions.preview(input ?? { id: 0, plan: '' }, { signal }),
    { enabled: input !== null, staleTime: 'static' },
  );
}

/** Withdraws a change that waits for its payment. */
export function useWithdrawChange() {
  const tellDone = useTellDone();
  return useApiMutation((api, input: { id: number }) => api.subscriptions.withdrawChange(input), {
    touches: ['subscriptions', 'invoices', 'billing'],
    // Not in the menu: it is unmounted before the response arrives.
    onSuccess: () => tellDone(changeTexts.withdrawn),
  });
}

export function useChangePlan() {
  return useApiMutation((api, input: SubscriptionsChangeInput) => api.subscriptions.change(input), {
    touches: ['subscriptions', 'invoices', 'billing', 'hosting'],
    onError: () => undefined,
  });
}

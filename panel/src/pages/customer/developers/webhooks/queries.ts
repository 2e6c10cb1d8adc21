import type {
  HostlerEvent,
  WebhooksCreateInput,
  WebhooksListInput,
  WebhooksUpdateInput,
  WebhookWithSecret,
} from '@hostler/sdk';
import { useApiList } from '#api/lists.ts';
import { useApiMutation, useApiQuery } from '#api/queries.ts';
import type { ListSearch } from '#parts/list-search.ts';

const touches = ['webhooks', 'deliveries'];
/** Errors are shown in the form. */
const TOUCHES = { touches, real: true, onError: () => undefined };

export function useWebhooks(filters: ListSearch & { status?: string }) {
  return useApiList(['webhooks', 'list'], filters as WebhooksListInput, (api, input, options) =>
    api.webhooks.list(input, options),
  );
}

export function useWebhook(id: number) {
  return useApiQuery(['webhooks', 'show', id], (api, signal) => api.webhooks.show({ id }, { signal }));
}

export interface DeliveryFilters {
  readonly page?: number | undefined;
  readonly status?: string | undefined;
  readonly event?: string | undefined;
}

type DeliveriesInput = Parameters<
  Parameters<Parameters<typeof useApiQuery>[1]>[0]['webhooks']['deliveries']['list']
>[0];

export function useDeliveries(id: number, filters: DeliveryFilters) {
  const input = { id, per_page: 20, ...filters } as DeliveriesInput;
  return useApiQuery(
    ['deliveries', 'list', id, filters],
    async (api, signal) => api.webhooks.deliveries.list(input, { signal }),
    { keepPrevious: true },
  );
}

/** Returns the event of a delivery, which is its body; null once it is no longer stored. */
export function useEventOf(eventId: number) {
  return useApiQuery(
    ['events', 'one', eventId],
    async (api, signal): Promise<HostlerEvent | null> => {
      const { data } = await api.events.list({ after: eventId - 1, limit: 1 }, { signal });
      return data[0]?.id === eventId ? data[0] : null;
    },
    { staleTime: Number.POSITIVE_INFINITY },
  );
}

export const useAddWebhook = () =>
  useApiMutation((api, input: WebhooksCreateInput) => api.webhooks.create(input), TOUCHES);

/** Pauses or resumes a webhook. Errors are shown as a notification because there is no form. */
export const usePauseWebhook = () =>
  useApiMutation((api, input: Pick<WebhooksUpdateInput, 'id' | 'status'>) => api.webhooks.update(input), {
    touches,
    real: true,
  });

export const useUpdateWebhook = () =>
  useApiMutation((api, input: WebhooksUpdateInput) => api.webhooks.update(input), TOUCHES);

/** Rotates the secret. `onRotated` is called even if the form was closed, because the new secret is already in use. */
export const useRotateSecret = (onRotated: (webhook: WebhookWithSecret) => void) =>
  useApiMutation((api, id: number) => api.webhooks.rotateSecret({ id }), { ...TOUCHES, onSuccess: onRotated });

export const useRemoveWebhook = () => useApiMutation((api, id: number) => api.webhooks.remove({ id }), TOUCHES);

export const useTestWebhook = () =>
  useApiMutation((api, id: number) => api.webhooks.test({ id }), { touches, real: true });

/** Redelivers one delivery, or with `since` all failed deliveries of a webhook after that time. */
export const useRedeliver = () =>
  useApiMutation((api, input: { id: number; since?: string }) => api.webhooks.redeliver(input), TOUCHES);

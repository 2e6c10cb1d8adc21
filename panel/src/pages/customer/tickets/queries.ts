import type { TicketsCreateInput, TicketsListInput } from '@hostler/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { apiOf } from '../../../api/client.ts';
import { useApiList } from '../../../api/lists.ts';
import { apiKey, useApiMutation } from '../../../api/queries.ts';
import type { ListSearch } from '../../../parts/list-search.ts';
import { usePlace } from '../../../session/place-context.tsx';

export function useTickets(filters: ListSearch & { status?: string }) {
  return useApiList(['tickets', 'list'], filters as TicketsListInput, (api, input, options) =>
    api.tickets.list(input, options),
  );
}

/** Loads a ticket with its newest messages and older ones on demand; new messages appear live. */
export function useThread(id: number) {
  const { place } = usePlace();
  return useInfiniteQuery({
    queryKey: apiKey(place, ['tickets', 'show', id]),
    queryFn: ({ pageParam, signal }) => apiOf(place).tickets.show({ id, before: pageParam }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last, all) => {
      const loaded = all.reduce((count, { messages }) => count + messages.length, 0);
      return loaded < last.messages_total ? last.messages[0]?.id : undefined;
    },
  });
}

export function useCreateTicket() {
  return useApiMutation((api, input: TicketsCreateInput) => api.tickets.create(input), {
    touches: ['tickets'],
    onError: () => undefined,
  });
}

/** Sends a reply. `onSent` is called even if the page was left, so that the draft is removed and not sent twice. */
export function useReply(id: number, onSent: (message: string) => void) {
  return useApiMutation((api, message: string) => api.tickets.reply({ id, message }), {
    touches: ['tickets'],
    onSuccess: (_reply, message) => onSent(message),
    onError: () => undefined,
  });
}

export function useCloseTicket(id: number) {
  return useApiMutation((api) => api.tickets.close({ id }), { touches: ['tickets'], onError: () => undefined });
}

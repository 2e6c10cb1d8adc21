import type { EventType } from '@hostler/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { apiOf } from '#api/client.ts';
import { apiKey } from '#api/queries.ts';
import { usePlace } from '#session/place-context.tsx';

const AT_A_TIME = 50;

/** Loads the event feed, newest first, page by page; new events appear live. */
export function useEventFeed(type: string | undefined) {
  const { place } = usePlace();
  return useInfiniteQuery({
    queryKey: apiKey(place, ['events', 'feed', type ?? null]),
    queryFn: async ({ pageParam, signal }) =>
      apiOf(place).events.list(
        { sort: 'desc', limit: AT_A_TIME, before: pageParam, type: type as EventType | undefined },
        { signal },
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ meta }) => (meta.has_more ? meta.next_before : undefined),
  });
}

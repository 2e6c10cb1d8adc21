import type { Action } from '@hostler/sdk';
import { useQuery } from '@tanstack/react-query';
import { usePlace } from '../session/place-context.tsx';
import { apiOf } from './client.ts';
import { isPassing } from './failure.ts';
import { apiKey } from './queries.ts';

/** Progress is told by no hint, so it is asked for as long as there is any. */
const PROGRESS_MS = 1_000;
const ASK_AGAIN_MS = 10_000;
const AT_MOST = 100;

/** What is queued or running in the account; one question for all who show progress. */
export function useActionsUnderWay(): readonly Action[] {
  const { place } = usePlace();
  const { data } = useQuery({
    queryKey: apiKey(place, ['actions', 'under-way']),
    queryFn: async ({ signal }) => {
      const { actions } = apiOf(place);
      const [running, queued] = await Promise.all([
        actions.list({ status: 'running', per_page: AT_MOST }, { signal }),
        actions.list({ status: 'queued', per_page: AT_MOST }, { signal }),
      ]);
      return [...running.data, ...queued.data];
    },
    refetchInterval: ({ state }) => {
      if (state.error) return isPassing(state.error) ? ASK_AGAIN_MS : false;
      return state.data && state.data.length > 0 ? PROGRESS_MS : false;
    },
  });
  return data ?? NONE;
}

const NONE: readonly Action[] = [];

/** The work that is being done to one record, if any. */
export function useActionOn(type: Action['resource']['type'], id: number): Action | undefined {
  return useActionsUnderWay().find(({ resource }) => resource.type === type && resource.id === id);
}

import type { Action } from '@hostler/sdk';
import { useApiQuery } from './queries.ts';

/** Progress is told by no hint, so it is asked for as long as there is any. */
const PROGRESS_MS = 1_000;
const AT_MOST = 100;
const NONE: readonly Action[] = [];

/** What is queued or running in the account; one question for all who show progress. */
function useActionsUnderWay(): readonly Action[] {
  const { data } = useApiQuery(
    ['actions', 'under-way'],
    async ({ actions }, signal) => {
      const [running, queued] = await Promise.all([
        actions.list({ status: 'running', per_page: AT_MOST }, { signal }),
        actions.list({ status: 'queued', per_page: AT_MOST }, { signal }),
      ]);
      return [...running.data, ...queued.data];
    },
    { refetchInterval: (actions) => (actions && actions.length > 0 ? PROGRESS_MS : false) },
  );
  return data ?? NONE;
}

/** The work that is being done to one record, if any. */
export function useActionOn(type: Action['resource']['type'], id: number): Action | undefined {
  return useActionsUnderWay().find(({ resource }) => resource.type === type && resource.id === id);
}

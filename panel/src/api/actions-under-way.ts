import type { Action } from '@hostler/sdk';
import { useApiQuery } from './queries.ts';

/** The stream of hints does not report progress, so actions in progress are polled. */
const PROGRESS_MS = 1_000;
const AT_MOST = 100;
const NONE: readonly Action[] = [];

/** Returns the queued and running actions of the account; all progress displays share this one query. */
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

/** Returns the action in progress on one record, if any. */
export function useActionOn(type: Action['resource']['type'], id: number): Action | undefined {
  return useActionsUnderWay().find(({ resource }) => resource.type === type && resource.id === id);
}

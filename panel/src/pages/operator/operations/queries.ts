import type { QueuedJobs } from '#operator/generated/types.gen.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { useOperatorQuery } from '#operator/queries.ts';

/** No hint reports the queue: it changes with every job. */
const POLL_MS = 5_000;

/** Returns how many rows a list has; undefined while unknown. */
export function useTotal(path: string, filters: Record<string, string>, enabled = true): number | undefined {
  const { data } = useOperatorQuery(
    [path.slice(1), 'total', filters],
    (signal) => operatorApi.list<object>(path, { ...filters, per_page: 1 }, { signal }),
    { enabled },
  );
  return data?.meta.total;
}

export function useQueue() {
  return useOperatorQuery(
    ['jobs', 'list'],
    (signal) => operatorApi.list<QueuedJobs>('/jobs', { per_page: 100 }, { signal }),
    { refetchInterval: POLL_MS },
  );
}

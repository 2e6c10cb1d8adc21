import { loadReturned } from '#locales/returned.ts';
import type { RetriedActions, StaffAction } from '#operator/generated/types.gen.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { useOperatorMutation, useOperatorQuery } from '#operator/queries.ts';

export type { StaffAction };
export type ActionStatus = StaffAction['status'];

export interface ActionsSearch {
  readonly page?: number;
  readonly search?: string;
  readonly status?: string;
  readonly kind?: string;
  readonly account?: string;
  readonly error?: string;
  readonly record?: string;
  /** Action that is open in the drawer. */
  readonly action?: string;
}

const BUSY_MS = 5_000;
const TOUCHES = ['actions', 'failures', 'jobs', 'today'];

/** Returns the parameters of the API. Without a status, the list shows what needs attention. */
export function toFilters({ action: _, status, ...search }: ActionsSearch) {
  const fallback = search.error === undefined && search.record === undefined ? 'open' : undefined;
  return { ...search, status: status === 'all' ? undefined : (status ?? fallback) };
}

export function useActions(search: ActionsSearch) {
  const filters = toFilters(search);
  return useOperatorQuery(
    ['actions', 'list', filters],
    async (signal) => {
      await loadReturned('sentences');
      return operatorApi.list<StaffAction>('/actions', filters, { signal });
    },
    { keepPrevious: true },
  );
}

export function useAction(id: string | undefined) {
  return useOperatorQuery(
    ['actions', 'show', id],
    async (signal) => {
      await loadReturned('sentences');
      return operatorApi.get<StaffAction>('/actions/show', { id }, { signal });
    },
    {
      enabled: id !== undefined,
      // Hints report the status, but not the engine calls of a running action.
      refetchInterval: (action) => (action?.status === 'running' ? BUSY_MS : false),
    },
  );
}

export function useRetryAction() {
  return useOperatorMutation(
    (id: number) => operatorApi.post<{ done: string }>('/actions/retry', {}, { query: { id } }),
    { touches: TOUCHES },
  );
}

export function useRetryAll() {
  return useOperatorMutation((error: string) => operatorApi.post<RetriedActions>('/actions/retry-all', { error }), {
    touches: TOUCHES,
  });
}

export function useCancelAction() {
  return useOperatorMutation((id: number) => operatorApi.post<StaffAction>('/actions/cancel', {}, { query: { id } }), {
    touches: TOUCHES,
  });
}

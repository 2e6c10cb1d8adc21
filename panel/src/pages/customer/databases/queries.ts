import type { DatabasesCreateInput, DatabasesListInput, DatabaseWithPassword } from '@hostler/sdk';
import { useApiMutation, useApiQuery } from '../../../api/queries.ts';
import type { ListSearch } from '../../../parts/list-search.ts';

const touches = ['databases'];
const onError = () => undefined;

export function useDatabases(filters: ListSearch & { status?: string }) {
  const input = filters as DatabasesListInput;
  return useApiQuery(['databases', 'list', filters], async (api, signal) => api.databases.list(input, { signal }), {
    keepPrevious: true,
  });
}

export function useCreateDatabase() {
  return useApiMutation((api, input: DatabasesCreateInput) => api.databases.create(input), { touches, onError });
}

/** Resets the password. `onReset` is called even if the form was closed, because the old password no longer works. */
export function useResetPassword(onReset: (database: DatabaseWithPassword) => void) {
  return useApiMutation((api, id: number) => api.databases.resetPassword({ id }), {
    touches,
    onSuccess: onReset,
    onError,
  });
}

export function useRemoveDatabase() {
  return useApiMutation((api, id: number) => api.databases.remove({ id }), { touches, onError });
}

import type { DatabasesCreateInput, DatabasesListInput } from '@hostler/sdk';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import type { ListSearch } from '../../app/list-search.ts';

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

export function useResetPassword() {
  return useApiMutation((api, id: number) => api.databases.resetPassword({ id }), { touches, onError });
}

export function useRemoveDatabase() {
  return useApiMutation((api, id: number) => api.databases.remove({ id }), { touches, onError });
}

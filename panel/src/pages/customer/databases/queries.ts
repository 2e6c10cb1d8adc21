import type { DatabasesCreateInput, DatabasesListInput, DatabaseWithPassword } from '@hostler/sdk';
import { useApiList } from '../../../api/lists.ts';
import { useApiMutation } from '../../../api/queries.ts';
import type { ListSearch } from '../../../parts/list-search.ts';

const touches = ['databases'];
const onError = () => undefined;

export function useDatabases(filters: ListSearch & { status?: string }) {
  return useApiList(['databases', 'list'], filters as DatabasesListInput, (api, input, options) =>
    api.databases.list(input, options),
  );
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

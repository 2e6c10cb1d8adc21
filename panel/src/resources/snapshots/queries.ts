import type { HostingSnapshotsCreateInput } from '@hostler/sdk';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import type { ListSearch } from '../../parts/list-search.ts';

const TOUCHES = ['snapshots', 'hosting'];

export function useSnapshots(hostingId: number, search: ListSearch) {
  const input = { ...search, hosting_id: hostingId };
  return useApiQuery(
    ['snapshots', 'list', input],
    async (api, signal) => api.hosting.snapshots.list(input, { signal }),
    { keepPrevious: true },
  );
}

export function useCreateSnapshot() {
  return useApiMutation((api, input: HostingSnapshotsCreateInput) => api.hosting.snapshots.create(input), {
    touches: TOUCHES,
    onError: () => undefined,
  });
}

export function useRestoreSnapshot() {
  return useApiMutation((api, id: number) => api.hosting.snapshots.restore({ id }), {
    touches: [...TOUCHES, 'applications'],
    onError: () => undefined,
  });
}

export function useRemoveSnapshot() {
  return useApiMutation((api, id: number) => api.hosting.snapshots.remove({ id }), {
    touches: TOUCHES,
    onError: () => undefined,
  });
}

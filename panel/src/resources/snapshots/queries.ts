import type { HostingSnapshotsCreateInput, HostingSnapshotsListInput } from '@hostler/sdk';
import { useApiList } from '../../api/lists.ts';
import { useApiMutation } from '../../api/queries.ts';
import type { ListSearch } from '../../parts/list-search.ts';

const TOUCHES = ['snapshots', 'hosting'];

export function useSnapshots(hostingId: number, search: ListSearch) {
  const filters = { ...search, hosting_id: hostingId } as HostingSnapshotsListInput;
  return useApiList(['snapshots', 'list'], filters, (api, input, options) =>
    api.hosting.snapshots.list(input, options),
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

import type { HostingAddress } from '@hostler/sdk';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';

export type ServerAddress = HostingAddress;

export function useAddresses(id: number) {
  return useApiQuery(['hosting', 'addresses', id], (api, signal) => api.hosting.addresses.show({ id }, { signal }));
}

export function useSetReverse(id: number) {
  return useApiMutation(
    (api, change: { address: string; name: string | null }) => api.hosting.addresses.reverse({ id, ...change }),
    { touches: ['hosting'], onError: () => undefined },
  );
}

import type { AddressOffer, HostingAddress } from '@hostler/sdk';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';

export type ServerAddress = HostingAddress;

export function useAddresses(id: number) {
  return useApiQuery(['hosting', 'addresses', id], (api, signal) => api.hosting.addresses.show({ id }, { signal }));
}

export type ExtraAddressOffer = AddressOffer;

export function useAddressOffer(id: number) {
  return useApiQuery(['hosting', 'address-offer', id], (api, signal) =>
    api.hosting.addresses.offer({ id }, { signal }),
  );
}

export function useAddAddress(id: number) {
  return useApiMutation((api, family: 4 | 6) => api.hosting.addresses.create({ id, family }), {
    touches: ['hosting'],
    onError: () => undefined,
  });
}

export function useRemoveAddress(id: number) {
  return useApiMutation((api, address: string) => api.hosting.addresses.remove({ id, address }), {
    touches: ['hosting'],
    onError: () => undefined,
  });
}

export function useSetReverse(id: number) {
  return useApiMutation(
    (api, change: { address: string; name: string | null }) => api.hosting.addresses.reverse({ id, ...change }),
    { touches: ['hosting'], onError: () => undefined },
  );
}

import type { Firewall, FirewallsCreateInput, FirewallsListInput } from '@hostler/sdk';
import { useQuery } from '@tanstack/react-query';
import { useApiList } from '../../api/lists.ts';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import type { ListSearch } from '../../parts/list-search.ts';
import type { OwnAddress } from '../../session/generated/types.gen.ts';
import { panelApi } from '../../session/panel-api.ts';
import { OWN_DATA, useMay } from '../../session/place-context.tsx';

const touches = ['firewalls'];
const onError = () => undefined;

export function useFirewalls(filters: ListSearch & { status?: string }) {
  return useApiList(['firewalls', 'list'], filters as FirewallsListInput, (api, input, options) =>
    api.firewalls.list(input, options),
  );
}

export function useFirewall(id: number) {
  return useApiQuery(['firewalls', 'show', id], (api, signal) => api.firewalls.show({ id }, { signal }));
}

/** Loads all firewalls of the account, by default at most 50. */
export function useAllFirewalls(enabled = true) {
  return useApiQuery(
    ['firewalls', 'all'],
    async (api, signal) => {
      const found: Firewall[] = [];
      for await (const firewall of api.firewalls.list({ per_page: 100 }, { signal })) found.push(firewall);
      return found;
    },
    { enabled },
  );
}

/** Creates a firewall, or replaces the name and all rules of an existing one. */
export function useSaveFirewall(id: number | undefined) {
  return useApiMutation(
    (api, input: FirewallsCreateInput): Promise<Firewall> =>
      id === undefined ? api.firewalls.create(input) : api.firewalls.update({ id, ...input }),
    { touches, onError },
  );
}

/** A firewall and servers. */
interface Attachment {
  readonly id: number;
  readonly hosting_ids: number[];
}

export function useAttach() {
  return useApiMutation((api, of: Attachment) => api.firewalls.attach(of), { touches, onError });
}

export function useDetach() {
  return useApiMutation((api, of: Attachment) => api.firewalls.detach(of), { touches, onError });
}

export function useRemoveFirewall() {
  return useApiMutation((api, id: number) => api.firewalls.remove({ id }), { touches, onError });
}

/**
 * Returns the IP address of the reader as the server sees it now. Null if it is unknown, for example to staff who view the
 * account; undefined while it is loading.
 */
export function useOwnAddress(): string | null | undefined {
  const enabled = useMay()(OWN_DATA);
  const { data, error } = useQuery({
    queryKey: ['sessions', 'own-address'],
    queryFn: async ({ signal }) => (await panelApi.get<OwnAddress>('/sessions/address', {}, { signal })).address,
    enabled,
    retry: false,
  });
  return enabled && !error ? data : null;
}

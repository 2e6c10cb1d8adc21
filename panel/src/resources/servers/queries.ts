import type { Action, Domain, Hosting, HostingListInput, HostingRebuildInput, HostingUpdateInput } from '@hostler/sdk';
import { useApiList } from '../../api/lists.ts';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import type { ListSearch } from '../../parts/list-search.ts';
import { usePlace } from '../../session/place-context.tsx';
import { readLoad } from './loads.ts';

const MINUTE_MS = 60_000;

/** Passes the filters of the address unchanged; the API validates them. */
export function useServers(filters: ListSearch & { status?: string; tag?: string }) {
  return useApiList(['hosting', 'list'], filters as HostingListInput, (api, input, options) =>
    api.hosting.list(input, options),
  );
}

export function useServer(id: number) {
  return useApiQuery(['hosting', 'show', id], (api, signal) => api.hosting.show({ id }, { signal }));
}

/** Loads a server for its name. */
export function useServerName(id: number | null, enabled = true) {
  return useApiQuery(['hosting', 'show', id ?? 0], (api, signal) => api.hosting.show({ id: id ?? 0 }, { signal }), {
    enabled: enabled && id !== null,
  });
}

/** Searches servers to choose from. */
export function useServerChoice(search: string, enabled: boolean) {
  return useApiQuery(
    ['hosting', 'choice', search],
    async (api, signal) => api.hosting.list({ search: search || undefined, per_page: 50 }, { signal }),
    { keepPrevious: true, enabled },
  );
}

/** Loads the last hour in twelve points, for the list. */
export function useLoad({ id, status }: Hosting) {
  const { place } = usePlace();
  return useApiQuery(['metrics', 'load', id], async () => readLoad(place.accountId, id), {
    enabled: status === 'running' || status === 'restarting',
    refetchInterval: MINUTE_MS,
    staleTime: MINUTE_MS,
  });
}

/** Epoch seconds; without an end, the range moves with the current time. */
export interface MetricsRange {
  readonly seconds: number;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export function useMetrics(id: number, { seconds, from, to }: MetricsRange) {
  const isFixed = from !== undefined && to !== undefined;
  return useApiQuery(
    ['metrics', 'show', id, { seconds, from, to }],
    (api, signal) => {
      const end = isFixed ? to : Math.floor(Date.now() / 1000);
      const start = isFixed ? from : end - seconds;
      return api.hosting.metrics({ id, start: String(start), end: String(end) }, { signal });
    },
    { keepPrevious: true, refetchInterval: isFixed ? false : Math.min(MINUTE_MS, (seconds * 1000) / 120) },
  );
}

/** Loads the traffic of a month, by default the current one of the seller. */
export function useTraffic(id: number, period: string | undefined) {
  return useApiQuery(
    ['hosting', 'traffic', id, period ?? ''],
    (api, signal) => api.hosting.traffic({ id, period }, { signal }),
    { keepPrevious: true, refetchInterval: MINUTE_MS },
  );
}

export type PowerVerb = 'restart' | 'start' | 'stop';

interface PowerInput {
  readonly verb: PowerVerb;
  readonly id: number;
  readonly force?: boolean;
}

export function usePower() {
  return useApiMutation(
    (api, { verb, id, force }: PowerInput) =>
      verb === 'start' ? api.hosting.start({ id }) : api.hosting[verb]({ id, force }),
    { touches: ['hosting'] },
  );
}

interface PowerOfMany {
  readonly verb: PowerVerb;
  readonly servers: readonly Hosting[];
}

/** Result per server, in the given order. */
type Begun = readonly PromiseSettledResult<Hosting>[];

/** Applies a power action to several servers independently, so that one failure does not stop the others. */
export function usePowerOfMany(onBegun: (asked: PowerOfMany, begun: Begun) => void) {
  return useApiMutation(
    (api, { verb, servers }: PowerOfMany): Promise<Begun> =>
      Promise.allSettled(servers.map(({ id }): Promise<Hosting> => api.hosting[verb]({ id }))),
    { touches: ['hosting'], onSuccess: (begun, asked) => onBegun(asked, begun) },
  );
}

export function useSshKeys(id: number) {
  return useApiQuery(['hosting', 'ssh-keys', id], (api, signal) => api.hosting.sshKeys({ id }, { signal }));
}

/** Changes the SSH keys. The API replaces all keys, so the change is applied to the current list, not the shown one. */
export function useChangeSshKeys(id: number) {
  return useApiMutation(
    async (api, change: (keys: readonly string[]) => string[]) => {
      const { ssh_keys } = await api.hosting.sshKeys({ id });
      return api.hosting.access({ id, ssh_keys: change(ssh_keys) });
    },
    { touches: ['hosting'], onError: () => undefined },
  );
}

/** Images for orders and rebuilds. */
export function useImages() {
  return useApiQuery(['hosting', 'images'], async (api, signal) =>
    api.hosting.images.list({ per_page: 100 }, { signal }),
  );
}

export function useUpdateServer() {
  return useApiMutation((api, input: HostingUpdateInput) => api.hosting.update(input), {
    touches: ['hosting'],
    onError: () => undefined,
  });
}

export function useRebuild() {
  return useApiMutation((api, input: HostingRebuildInput) => api.hosting.rebuild(input), {
    touches: ['hosting'],
    onError: () => undefined,
  });
}

export function useRescue() {
  return useApiMutation((api, input: { id: number; enabled: boolean }) => api.hosting.rescue(input), {
    touches: ['hosting'],
    onError: () => undefined,
  });
}

export function useRootPassword() {
  return useApiMutation((api, id: number) => api.hosting.password({ id }), {
    touches: ['hosting'],
    onError: () => undefined,
  });
}

/** Number of newest actions searched for those of one server. */
export const ACTIONS_LOOKED_THROUGH = 300;

export function useServerActions(id: number) {
  return useApiQuery(['actions', 'of-server', id], async (api, signal) => {
    const found: Action[] = [];
    let seen = 0;
    for await (const action of api.actions.list({ search: 'hosting.', per_page: 100 }, { signal })) {
      if (action.resource.type === 'hosting' && action.resource.id === id) found.push(action);
      seen += 1;
      if (seen === ACTIONS_LOOKED_THROUGH) break;
    }
    return { found, isAll: seen < ACTIONS_LOOKED_THROUGH };
  });
}

export function useDomainsOf(id: number) {
  return useApiQuery(['domains', 'of-server', id], async (api, signal) => {
    const found: Domain[] = [];
    for await (const domain of api.domains.list({ per_page: 100 }, { signal })) {
      if (domain.hosting_id === id) found.push(domain);
    }
    return found;
  });
}

/** Loads the newest backups for the chart marks. */
export function useBackupsOf(hosting_id: number, enabled: boolean) {
  return useApiQuery(
    ['backups', 'of-server', hosting_id],
    async (api, signal) => api.backups.list({ hosting_id, per_page: 100 }, { signal }),
    { enabled },
  );
}

import { useApiQuery, usePanelQuery } from '../../../api/queries.ts';
import type { FirstSteps } from '../../../session/generated/types.gen.ts';
import { panelApi } from '../../../session/panel-api.ts';
import { useMay, usePlace } from '../../../session/place-context.tsx';

/** Number of newest servers searched for those to show. */
const SERVERS = 25;
const EVENTS = 8;
/** Number of newest tickets searched for open ones. */
const TICKETS = 25;

export function useNewestServers(enabled: boolean) {
  return useApiQuery(
    ['hosting', 'overview'],
    async (api, signal) => api.hosting.list({ per_page: SERVERS }, { signal }),
    { enabled },
  );
}

export function useOpenTickets() {
  return useApiQuery(['tickets', 'overview'], async (api, signal) => {
    const { data } = await api.tickets.list({ per_page: TICKETS }, { signal });
    return data.filter(({ status }) => status !== 'closed');
  });
}

export function useLatestEvents() {
  return useApiQuery(['events', 'overview'], async (api, signal) =>
    api.events.list({ sort: 'desc', limit: EVENTS }, { signal }),
  );
}

/** Returns which first steps are done; undefined while loading, null for steps without permission. */
export function useFirstSteps(enabled: boolean) {
  const may = useMay();
  const servers = useNewestServers(enabled && may('hosting.read'));
  const { place } = usePlace();
  const counts = usePanelQuery(
    ['webhooks', 'first-steps', place.environment],
    async (account_id, signal) =>
      panelApi.get<FirstSteps>('/first-steps', { account_id, environment: place.environment }, { signal }),
    // Hints name one resource; new keys are seen on the next visit.
    { enabled: enabled && (may('keys') || may('webhooks.write')), staleTime: 0 },
  );
  return {
    server: may('hosting.read') ? isAny(servers.data?.meta.total) : null,
    key: may('keys') ? isAny(counts.data?.keys) : null,
    webhook: may('webhooks.write') ? isAny(counts.data?.webhooks) : null,
  };
}

function isAny(total: number | null | undefined): boolean | undefined {
  return total === undefined || total === null ? undefined : total > 0;
}

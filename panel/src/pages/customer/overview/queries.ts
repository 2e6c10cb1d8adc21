import { useApiQuery, usePanelQuery } from '../../../api/queries.ts';
import { panelApi } from '../../../session/panel-api.ts';
import { useMay } from '../../../session/place-context.tsx';

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
  const keys = usePanelQuery(
    ['keys', 'count'],
    async (accountId, signal) =>
      (await panelApi.list('/keys', { account_id: accountId, per_page: 1 }, { signal })).meta.total,
    { enabled: enabled && may('keys') },
  );
  const webhooks = useApiQuery(
    ['webhooks', 'count'],
    async (api, signal) => (await api.webhooks.list({ per_page: 1 }, { signal })).meta.total,
    { enabled: enabled && may('webhooks.write') },
  );
  return {
    server: may('hosting.read') ? isAny(servers.data?.meta.total) : null,
    key: may('keys') ? isAny(keys.data) : null,
    webhook: may('webhooks.write') ? isAny(webhooks.data) : null,
  };
}

function isAny(total: number | undefined): boolean | undefined {
  return total === undefined ? undefined : total > 0;
}

import { useApiQuery } from '../../../api/queries.ts';
import { useMay } from '../../../session/place-context.tsx';

/** Loads the subscription of an order, its first invoice and its server, and keeps them up to date. */
export function usePlacedOrder(id: number) {
  const subscription = useApiQuery(['subscriptions', 'show', id], (api, signal) =>
    api.subscriptions.show({ id }, { signal }),
  );
  const invoices = useApiQuery(['invoices', 'of', id], async (api, signal) =>
    api.subscriptions.invoices.list({ subscription_id: id, per_page: 100, sort: 'asc' }, { signal }),
  );
  const hostingId = subscription.data?.hosting_id ?? null;
  const seesServers = useMay()('hosting.read');
  const server = useApiQuery(
    ['hosting', 'show', hostingId],
    (api, signal) => api.hosting.show({ id: hostingId ?? 0 }, { signal }),
    { enabled: seesServers && hostingId !== null },
  );
  return {
    subscription: subscription.data,
    invoice: invoices.data?.data[0],
    server: server.data,
    seesServers,
    error: subscription.error,
  };
}

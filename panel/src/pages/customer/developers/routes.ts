import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { leadToFirst } from '../../../app/first-of-group.ts';
import { frameRoute } from '../../../app/routes.tsx';
import { type ListSearch, readListSearch } from '../../../parts/list-search.ts';

const developersRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/developers',
  beforeLoad: () => leadToFirst('/developers'),
});

interface KeysSearch extends ListSearch {
  /** Opens the form for a new key. */
  readonly new?: boolean;
  /** Open key. */
  readonly key?: number;
}

const readKeyFilters = readListSearch();

const keysRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/developers/keys',
  validateSearch: (given: Record<string, unknown>): KeysSearch => {
    const key = Number(given.key);
    return {
      ...readKeyFilters(given),
      ...(String(given.new) === 'true' ? { new: true } : {}),
      ...(Number.isSafeInteger(key) && key > 0 ? { key } : {}),
    };
  },
  component: lazyRouteComponent(() => import('./keys/page.tsx'), 'KeysPage'),
});

const webhooksRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/developers/webhooks',
  validateSearch: readListSearch('status'),
  component: lazyRouteComponent(() => import('./webhooks/page.tsx'), 'WebhooksPage'),
});

interface DeliveriesSearch extends ListSearch {
  readonly status?: string;
  readonly event?: string;
  /** Selected delivery. */
  readonly delivery?: number;
}

const readDeliveryFilters = readListSearch('status', 'event');

const webhookRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/developers/webhooks/$id',
  validateSearch: (given: Record<string, unknown>): DeliveriesSearch => {
    const delivery = Number(given.delivery);
    return { ...readDeliveryFilters(given), ...(Number.isSafeInteger(delivery) && delivery > 0 ? { delivery } : {}) };
  },
  component: lazyRouteComponent(() => import('./webhooks/detail.tsx'), 'WebhookPage'),
});

const eventsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/developers/events',
  validateSearch: readListSearch('type'),
  component: lazyRouteComponent(() => import('./events/page.tsx'), 'EventsPage'),
});

const requestsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/developers/requests',
  validateSearch: readListSearch('status_class', 'method', 'path', 'request_id', 'key_id', 'panel'),
  component: lazyRouteComponent(() => import('./requests/page.tsx'), 'RequestsPage'),
});

const deviceRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/device',
  validateSearch: ({ code }: Record<string, unknown>): { code?: string } =>
    typeof code === 'string' && code !== '' ? { code: code.slice(0, 40) } : {},
  component: lazyRouteComponent(() => import('./device/page.tsx'), 'DevicePage'),
});

export const developerRoutes = [
  developersRoute,
  keysRoute,
  webhooksRoute,
  webhookRoute,
  eventsRoute,
  requestsRoute,
  deviceRoute,
] as const;

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { leadToFirst } from '../../../app/first-of-group.ts';
import { frameRoute } from '../../../app/routes.tsx';
import { type ListSearch, readListSearch } from '../../../parts/list-search.ts';

const developersRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/developers',
  beforeLoad: () => leadToFirst('/developers'),
});

const keysRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/developers/keys',
  validateSearch: readListSearch(),
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
  validateSearch: readListSearch('status_class', 'method', 'path', 'request_id', 'key_id'),
  component: lazyRouteComponent(() => import('./requests/page.tsx'), 'RequestsPage'),
});

export const developerRoutes = [
  developersRoute,
  keysRoute,
  webhooksRoute,
  webhookRoute,
  eventsRoute,
  requestsRoute,
] as const;

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '#app/operator/routes.tsx';
import { readListSearch } from '#parts/list-search.ts';

const reviewRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/orders',
  validateSearch: readListSearch('account', 'kind', 'order'),
  component: lazyRouteComponent(() => import('./page.tsx'), 'OrdersPage'),
});

const allOrdersRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/orders/all',
  validateSearch: readListSearch('account', 'kind', 'status', 'order'),
  component: lazyRouteComponent(() => import('./all-page.tsx'), 'AllOrdersPage'),
});

const blocksRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/orders/blocks',
  validateSearch: readListSearch('kind'),
  component: lazyRouteComponent(() => import('./blocks/page.tsx'), 'BlocksPage'),
});

export const orderRoutes = [reviewRoute, allOrdersRoute, blocksRoute] as const;

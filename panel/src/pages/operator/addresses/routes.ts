import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '#app/operator/routes.tsx';
import { requireRecordId } from '#operator/record-address.ts';
import { readListSearch } from '#parts/list-search.ts';

const addressesRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/addresses',
  validateSearch: readListSearch('account', 'history'),
  component: lazyRouteComponent(() => import('./page.tsx'), 'AddressesPage'),
});

const poolsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/addresses/pools',
  validateSearch: readListSearch(),
  component: lazyRouteComponent(() => import('./pools/page.tsx'), 'PoolsPage'),
});

const poolRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/addresses/pools/$id',
  beforeLoad: requireRecordId,
  validateSearch: readListSearch('status'),
  component: lazyRouteComponent(() => import('./pools/detail.tsx'), 'PoolPage'),
});

export const addressRoutes = [addressesRoute, poolsRoute, poolRoute] as const;

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '#app/operator/routes.tsx';
import { requireRecordId } from '#operator/record-address.ts';
import { readListSearch } from '#parts/list-search.ts';

const listRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/servers',
  validateSearch: readListSearch('status', 'account', 'node', 'plan'),
  component: lazyRouteComponent(() => import('./page.tsx'), 'ServersPage'),
});

const detailRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/servers/$id',
  beforeLoad: requireRecordId,
  component: lazyRouteComponent(() => import('./detail.tsx'), 'ServerPage'),
});

const terminalRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/servers/$id/console',
  beforeLoad: requireRecordId,
  component: lazyRouteComponent(() => import('./console-page.tsx'), 'ConsolePage'),
});

export const serverRoutes = [listRoute, detailRoute, terminalRoute] as const;

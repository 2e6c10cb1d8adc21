import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../../../app/routes.tsx';
import { readListSearch } from '../../../parts/list-search.ts';
import { readCheckSearch } from './checks/check-search.ts';

const alertsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/monitoring',
  validateSearch: readListSearch('server'),
  component: lazyRouteComponent(() => import('./page.tsx'), 'AlertsPage'),
});

const checksRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/monitoring/checks',
  validateSearch: readCheckSearch,
  component: lazyRouteComponent(() => import('./checks/page.tsx'), 'ChecksPage'),
});

const rulesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/monitoring/rules',
  validateSearch: readListSearch(),
  component: lazyRouteComponent(() => import('./rules/page.tsx'), 'RulesPage'),
});

const notificationsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/monitoring/notifications',
  component: lazyRouteComponent(() => import('./notifications/page.tsx'), 'NotificationsPage'),
});

export const monitoringRoutes = [alertsRoute, checksRoute, rulesRoute, notificationsRoute] as const;

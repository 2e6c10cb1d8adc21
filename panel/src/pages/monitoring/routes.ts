import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readListSearch } from '../../app/list-search.ts';
import { frameRoute } from '../../app/routes.tsx';

const alertsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/monitoring',
  validateSearch: readListSearch('server'),
  component: lazyRouteComponent(() => import('./page.tsx'), 'AlertsPage'),
});

const rulesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/monitoring/rules',
  validateSearch: readListSearch(),
  component: lazyRouteComponent(() => import('./rules/page.tsx'), 'RulesPage'),
});

export const monitoringRoutes = [alertsRoute, rulesRoute] as const;

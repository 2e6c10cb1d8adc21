import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '#app/operator/routes.tsx';
import { readListSearch } from '#parts/list-search.ts';

const listRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/import',
  validateSearch: readListSearch('status', 'kind'),
  component: lazyRouteComponent(() => import('./page.tsx'), 'ImportsPage'),
});

const reportRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/import/$id',
  validateSearch: readListSearch('status'),
  component: lazyRouteComponent(() => import('./report.tsx'), 'ReportPage'),
});

export const importRoutes = [listRoute, reportRoute] as const;

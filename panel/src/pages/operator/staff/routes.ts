import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '#app/operator/routes.tsx';
import { readListSearch } from '#parts/list-search.ts';

const staffRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/staff',
  validateSearch: readListSearch('status'),
  component: lazyRouteComponent(() => import('./page.tsx'), 'StaffPage'),
});

const operatorKeysRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/staff/keys',
  validateSearch: readListSearch('status'),
  component: lazyRouteComponent(() => import('./keys/page.tsx'), 'OperatorKeysPage'),
});

export const staffRoutes = [staffRoute, operatorKeysRoute] as const;

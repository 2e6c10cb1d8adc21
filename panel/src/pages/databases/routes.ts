import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readListSearch } from '../../app/list-search.ts';
import { frameRoute } from '../../app/routes.tsx';

const databasesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/databases',
  validateSearch: readListSearch('status'),
  component: lazyRouteComponent(() => import('./page.tsx'), 'DatabasesPage'),
});

export const databaseRoutes = [databasesRoute] as const;

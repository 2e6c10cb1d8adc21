import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../../../app/routes.tsx';
import { readListSearch } from '../../../parts/list-search.ts';

const databasesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/databases',
  validateSearch: readListSearch('status'),
  component: lazyRouteComponent(() => import('./page.tsx'), 'DatabasesPage'),
});

export const databaseRoutes = [databasesRoute] as const;

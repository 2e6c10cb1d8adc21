import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '#app/operator/routes.tsx';
import { readListSearch } from '#parts/list-search.ts';

const cancellationsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/cancellations',
  validateSearch: readListSearch('status'),
  component: lazyRouteComponent(() => import('./page.tsx'), 'CancellationsPage'),
});

export const cancellationsRoutes = [cancellationsRoute] as const;

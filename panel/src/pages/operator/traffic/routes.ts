import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '#app/operator/routes.tsx';
import { readListSearch } from '#parts/list-search.ts';

const trafficRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/traffic',
  validateSearch: readListSearch('status', 'account', 'month'),
  component: lazyRouteComponent(() => import('./page.tsx'), 'TrafficPage'),
});

export const trafficRoutes = [trafficRoute] as const;

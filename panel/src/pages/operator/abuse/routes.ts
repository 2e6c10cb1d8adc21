import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '#app/operator/routes.tsx';

const abuseRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/abuse',
  component: lazyRouteComponent(() => import('./page.tsx'), 'AbusePage'),
});

export const abuseRoutes = [abuseRoute] as const;

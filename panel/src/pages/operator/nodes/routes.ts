import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '#app/operator/routes.tsx';

const nodesRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/nodes',
  component: lazyRouteComponent(() => import('./page.tsx'), 'NodesPage'),
});

export const nodeRoutes = [nodesRoute] as const;

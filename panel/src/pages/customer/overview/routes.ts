import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../../../app/routes.tsx';

const overviewRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./page.tsx'), 'OverviewPage'),
});

export const overviewRoutes = [overviewRoute] as const;

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../../app/root-route.tsx';

export const resetRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/reset',
    component: lazyRouteComponent(() => import('./page.tsx'), 'ResetPage'),
  }),
] as const;

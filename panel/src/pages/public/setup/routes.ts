import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../../app/root-route.tsx';

export const setupRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/setup',
    component: lazyRouteComponent(() => import('./page.tsx'), 'FirstOwnerPage'),
  }),
] as const;

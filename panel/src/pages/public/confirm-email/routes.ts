import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../../app/root-route.tsx';

export const confirmEmailRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/confirm-email',
    component: lazyRouteComponent(() => import('./page.tsx'), 'ConfirmEmailPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/undo-email',
    component: lazyRouteComponent(() => import('./page.tsx'), 'UndoEmailPage'),
  }),
] as const;

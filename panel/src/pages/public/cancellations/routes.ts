import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../../app/root-route.tsx';

/** Public pages for cancellation and withdrawal, linked from every public page. */
export const cancellationRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/cancel',
    component: lazyRouteComponent(() => import('./page.tsx'), 'CancelPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/withdraw',
    component: lazyRouteComponent(() => import('./page.tsx'), 'WithdrawPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/farewells/declaration',
    component: lazyRouteComponent(() => import('./declaration-page.tsx'), 'DeclarationPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/farewells/object',
    component: lazyRouteComponent(() => import('./page.tsx'), 'ObjectPage'),
  }),
] as const;

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute, shopRoute } from '../../../app/routes.tsx';
import { readOrderSearch } from './order-search.ts';

const component = lazyRouteComponent(() => import('./page.tsx'), 'OrderPage');

/** Public; companies link here from their website. */
export const orderRoutes = [
  createRoute({
    getParentRoute: () => shopRoute,
    path: '/order',
    validateSearch: readOrderSearch,
    component,
  }),
  createRoute({
    getParentRoute: () => shopRoute,
    path: '/order/$plan',
    validateSearch: readOrderSearch,
    component,
  }),
] as const;

/** Result of an order. */
export const orderPlacedRoutes = [
  createRoute({
    getParentRoute: () => frameRoute,
    path: '/order/placed/$id',
    component: lazyRouteComponent(() => import('./placed.tsx'), 'OrderPlacedPage'),
  }),
] as const;

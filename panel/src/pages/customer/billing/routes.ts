import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../../../app/routes.tsx';
import { readListSearch } from '../../../parts/list-search.ts';
import { readBillingSearch } from './billing-search.ts';

const billingRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/billing',
  validateSearch: readBillingSearch,
  component: lazyRouteComponent(() => import('./page.tsx'), 'BillingPage'),
});

const paymentRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/billing/payment',
  validateSearch: readListSearch(),
  component: lazyRouteComponent(() => import('./methods/page.tsx'), 'PaymentPage'),
});

const profileRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/billing/profile',
  component: lazyRouteComponent(() => import('./profile/page.tsx'), 'ProfilePage'),
});

export const billingRoutes = [billingRoute, paymentRoute, profileRoute] as const;

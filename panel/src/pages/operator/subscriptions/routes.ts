import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '#app/operator/routes.tsx';
import { readListSearch } from '#parts/list-search.ts';

const subscriptionsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/subscriptions',
  validateSearch: readListSearch('status', 'account', 'plan', 'subscription'),
  component: lazyRouteComponent(() => import('./page.tsx'), 'SubscriptionsPage'),
});

export const subscriptionsRoutes = [subscriptionsRoute] as const;

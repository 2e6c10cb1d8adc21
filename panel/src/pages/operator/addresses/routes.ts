import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '#app/operator/routes.tsx';
import { readListSearch } from '#parts/list-search.ts';

const addressesRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/addresses',
  validateSearch: readListSearch('account', 'history'),
  component: lazyRouteComponent(() => import('./page.tsx'), 'AddressesPage'),
});

export const addressRoutes = [addressesRoute] as const;

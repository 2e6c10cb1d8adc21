import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '#app/operator/routes.tsx';
import { readListSearch } from '#parts/list-search.ts';

const plansRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/catalog',
  validateSearch: readListSearch('status', 'plan'),
  component: lazyRouteComponent(() => import('./page.tsx'), 'CatalogPage'),
});

const imagesRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/catalog/images',
  validateSearch: readListSearch('status'),
  component: lazyRouteComponent(() => import('./images/page.tsx'), 'ImagesPage'),
});

const couponsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/catalog/coupons',
  validateSearch: readListSearch('status'),
  component: lazyRouteComponent(() => import('./coupons/page.tsx'), 'CouponsPage'),
});

const priceChangesRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/catalog/price-changes',
  validateSearch: readListSearch(),
  component: lazyRouteComponent(() => import('./price-changes/page.tsx'), 'PriceChangesPage'),
});

export const catalogRoutes = [plansRoute, imagesRoute, couponsRoute, priceChangesRoute] as const;

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/routes.tsx';

/** The link in the mail of a price change. Nobody has to sign in. */
export const agreePriceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/agree-price',
  component: lazyRouteComponent(() => import('./page.tsx'), 'AgreePricePage'),
});

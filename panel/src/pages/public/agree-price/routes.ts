import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../../app/root-route.tsx';

/** Target of the link in the price change e-mail. Requires no sign-in. */
export const agreePriceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/agree-price',
  component: lazyRouteComponent(() => import('./page.tsx'), 'AgreePricePage'),
});

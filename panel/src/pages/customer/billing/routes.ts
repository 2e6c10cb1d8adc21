import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../../../app/routes.tsx';
import { type ListSearch, readListSearch } from '../../../parts/list-search.ts';

interface BillingSearch extends ListSearch {
  readonly status?: string;
  /** Page number of the subscription list; the other fields belong to the invoice list. */
  readonly subscriptions?: number;
  /** Open invoice. */
  readonly invoice?: number;
}

const readFilters = readListSearch('status');
const readId = (given: unknown) => {
  const id = Number(given);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
};

const billingRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/billing',
  validateSearch: (given: Record<string, unknown>): BillingSearch => {
    const subscriptions = readId(given.subscriptions);
    const invoice = readId(given.invoice);
    return {
      ...readFilters(given),
      ...(subscriptions && subscriptions > 1 ? { subscriptions } : {}),
      ...(invoice ? { invoice } : {}),
    };
  },
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

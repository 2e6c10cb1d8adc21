import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { type ListSearch, readListSearch } from '../../app/list-search.ts';
import { frameRoute } from '../../app/routes.tsx';

interface BillingSearch extends ListSearch {
  readonly status?: string;
  /** The page of subscriptions; everything else is about the invoices. */
  readonly subscriptions?: number;
}

const readFilters = readListSearch('status');

const billingRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/billing',
  validateSearch: (given: Record<string, unknown>): BillingSearch => {
    const subscriptions = Number(given.subscriptions);
    return {
      ...readFilters(given),
      ...(Number.isSafeInteger(subscriptions) && subscriptions > 1 ? { subscriptions } : {}),
    };
  },
  component: lazyRouteComponent(() => import('./page.tsx'), 'BillingPage'),
});

export const billingRoutes = [billingRoute] as const;

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '#app/operator/routes.tsx';
import { readListSearch } from '#parts/list-search.ts';

const overviewRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/billing',
  component: lazyRouteComponent(() => import('./page.tsx'), 'BillingPage'),
});

const invoicesRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/billing/invoices',
  validateSearch: readListSearch('status', 'account', 'type', 'from', 'until', 'due_before', 'invoice'),
  component: lazyRouteComponent(() => import('./invoices/page.tsx'), 'InvoicesPage'),
});

const paymentsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/billing/payments',
  validateSearch: readListSearch('status', 'account', 'from', 'until', 'payment'),
  component: lazyRouteComponent(() => import('./payments/page.tsx'), 'PaymentsPage'),
});

const chargesRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/billing/charges',
  validateSearch: readListSearch('account'),
  component: lazyRouteComponent(() => import('./charges/page.tsx'), 'ChargesPage'),
});

const bankRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/billing/bank',
  validateSearch: readListSearch('status', 'line'),
  component: lazyRouteComponent(() => import('./bank/page.tsx'), 'BankPage'),
});

const payoutsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/billing/payouts',
  validateSearch: readListSearch('status'),
  component: lazyRouteComponent(() => import('./payouts/page.tsx'), 'PayoutsPage'),
});

const forecastRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/billing/forecast',
  validateSearch: readListSearch('days'),
  component: lazyRouteComponent(() => import('./forecast/page.tsx'), 'ForecastPage'),
});

const reportRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/billing/report',
  validateSearch: readListSearch('month'),
  component: lazyRouteComponent(() => import('./report/page.tsx'), 'ReportPage'),
});

export const billingRoutes = [
  overviewRoute,
  invoicesRoute,
  paymentsRoute,
  chargesRoute,
  bankRoute,
  payoutsRoute,
  forecastRoute,
  reportRoute,
] as const;

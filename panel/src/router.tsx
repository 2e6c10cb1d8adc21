import { createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import { PagePending } from './app/page-pending.tsx';
import { frameRoute, rootRoute, shopRoute } from './app/routes.tsx';
import { accountRoutes } from './pages/account/routes.ts';
import { agreePriceRoute } from './pages/agree-price/routes.ts';
import { applicationRoutes } from './pages/applications/routes.ts';
import { backupRoutes } from './pages/backups/routes.ts';
import { billingRoutes } from './pages/billing/routes.ts';
import { confirmEmailRoutes } from './pages/confirm-email/routes.ts';
import { databaseRoutes } from './pages/databases/routes.ts';
import { developerRoutes } from './pages/developers/routes.ts';
import { domainRoutes } from './pages/domains/routes.ts';
import { emailRoutes } from './pages/emails/routes.ts';
import { farewellRoutes } from './pages/farewells/routes.ts';
import { invitationRoutes } from './pages/invitation/routes.ts';
import { monitoringRoutes } from './pages/monitoring/routes.ts';
import { orderPlacedRoutes, orderRoutes } from './pages/order/routes.ts';
import { overviewRoutes } from './pages/overview/routes.ts';
import { resetRoutes } from './pages/reset/routes.ts';
import { serverRoutes } from './pages/servers/routes.ts';
import { signInRoutes } from './pages/sign-in/routes.ts';
import { signUpRoutes } from './pages/sign-up/routes.ts';
import { ticketRoutes } from './pages/tickets/routes.ts';

/** All routes of the panel. Each page group exports its routes; their code is loaded on first visit. */
const routeTree = rootRoute.addChildren([
  ...signInRoutes,
  frameRoute.addChildren([
    ...overviewRoutes,
    ...serverRoutes,
    ...applicationRoutes,
    ...domainRoutes,
    ...databaseRoutes,
    ...emailRoutes,
    ...backupRoutes,
    ...monitoringRoutes,
    ...ticketRoutes,
    ...billingRoutes,
    ...orderPlacedRoutes,
    ...developerRoutes,
    ...accountRoutes,
  ]),
  shopRoute.addChildren([...orderRoutes]),
  ...signUpRoutes,
  ...farewellRoutes,
  agreePriceRoute,
  ...invitationRoutes,
  ...resetRoutes,
  ...confirmEmailRoutes,
]);

/** Returns the route parameters that identify a record; the plan chosen in an order does not. */
function pickRecord(params: object): readonly unknown[] {
  const { id, slug } = params as { readonly id?: string; readonly slug?: string };
  return [id, slug];
}

export const router = createRouter({
  routeTree,
  // Plain query strings, like `?page=2&status=open`.
  parseSearch: parseSearchWith((text) => text),
  stringifySearch: stringifySearchWith(String),
  defaultPreload: 'intent',
  defaultPendingComponent: PagePending,
  defaultPendingMs: 150,
  // Remount the page for another record, so that input for one record is not kept for the next.
  defaultRemountDeps: ({ params }) => pickRecord(params),
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

import { createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import { PagePending } from './app/page-pending.tsx';
import { frameRoute, rootRoute, shopRoute } from './app/routes.tsx';
import { customerRoutes, shopRoutes } from './pages/customer/routes.ts';
import { publicRoutes } from './pages/public/routes.ts';

/** All routes of the panel. The code of a page is loaded on its first visit. */
const routeTree = rootRoute.addChildren([
  ...publicRoutes,
  frameRoute.addChildren(customerRoutes),
  shopRoute.addChildren(shopRoutes),
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

import { type AnyRoute, createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import { PagePending } from './app/page-pending.tsx';
import type { rootRoute } from './app/root-route.tsx';
import type { consoleRoutes } from './console-routes.ts';
import type { panelRoutes } from './panel-routes.ts';

/** Returns the route parameters that identify a record; the plan chosen in an order does not. */
function pickRecord(params: object): readonly unknown[] {
  const { id, slug } = params as { readonly id?: string; readonly slug?: string };
  return [id, slug];
}

/** Both applications, so that the addresses of links are checked. Each page loads only one of them. */
type AllRoutes = readonly [...typeof panelRoutes, ...typeof consoleRoutes];
type Tree = ReturnType<typeof rootRoute.addChildren<AllRoutes>>;

/** Creates the router of the panel or of the console from its routes. */
export function createPanelRouter(routeTree: AnyRoute) {
  return createRouter({
    routeTree: routeTree as unknown as Tree,
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
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPanelRouter>;
  }
}

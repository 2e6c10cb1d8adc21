import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '#app/operator/routes.tsx';
import { requireRecordId } from '#operator/record-address.ts';
import { readListSearch } from '#parts/list-search.ts';

/** The ticket keeps the filters of the list, so that j and k lead to the next one in it. */
const validateSearch = readListSearch('queue', 'status', 'department', 'priority', 'account');

const ticketsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/tickets',
  validateSearch,
  component: lazyRouteComponent(() => import('./page.tsx'), 'TicketsPage'),
});

const ticketRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/tickets/$id',
  beforeLoad: requireRecordId,
  validateSearch,
  component: lazyRouteComponent(() => import('./detail.tsx'), 'TicketPage'),
});

const cannedRepliesRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/tickets/canned-replies',
  validateSearch: readListSearch(),
  component: lazyRouteComponent(() => import('./canned/page.tsx'), 'CannedRepliesPage'),
});

export const ticketRoutes = [ticketsRoute, cannedRepliesRoute, ticketRoute] as const;

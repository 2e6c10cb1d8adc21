import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '#app/operator/routes.tsx';
import { requireRecordId } from '#operator/record-address.ts';
import { readListSearch } from '#parts/list-search.ts';

const listRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/customers',
  validateSearch: readListSearch('status', 'tag'),
  component: lazyRouteComponent(() => import('./page.tsx'), 'CustomersPage'),
});

const detailRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/customers/$id',
  beforeLoad: requireRecordId,
  component: lazyRouteComponent(() => import('./detail.tsx'), 'CustomerPage'),
});

const overviewRoute = createRoute({
  getParentRoute: () => detailRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./tabs/overview.tsx'), 'OverviewTab'),
});

const moneyRoute = createRoute({
  getParentRoute: () => detailRoute,
  path: '/money',
  component: lazyRouteComponent(() => import('./tabs/money.tsx'), 'MoneyTab'),
});

const resourcesRoute = createRoute({
  getParentRoute: () => detailRoute,
  path: '/resources',
  component: lazyRouteComponent(() => import('./tabs/resources.tsx'), 'ResourcesTab'),
});

const ticketsRoute = createRoute({
  getParentRoute: () => detailRoute,
  path: '/tickets',
  validateSearch: readListSearch(),
  component: lazyRouteComponent(() => import('./tabs/tickets.tsx'), 'TicketsTab'),
});

const mailsRoute = createRoute({
  getParentRoute: () => detailRoute,
  path: '/mails',
  validateSearch: readListSearch(),
  component: lazyRouteComponent(() => import('./tabs/mails.tsx'), 'MailsTab'),
});

const auditRoute = createRoute({
  getParentRoute: () => detailRoute,
  path: '/audit',
  validateSearch: readListSearch(),
  component: lazyRouteComponent(() => import('./tabs/audit.tsx'), 'AuditTab'),
});

const limitsRoute = createRoute({
  getParentRoute: () => detailRoute,
  path: '/limits',
  component: lazyRouteComponent(() => import('./tabs/limits.tsx'), 'LimitsTab'),
});

const notesRoute = createRoute({
  getParentRoute: () => detailRoute,
  path: '/notes',
  validateSearch: readListSearch(),
  component: lazyRouteComponent(() => import('./tabs/notes.tsx'), 'NotesTab'),
});

export const customerRoutes = [
  listRoute,
  detailRoute.addChildren([
    overviewRoute,
    moneyRoute,
    resourcesRoute,
    ticketsRoute,
    mailsRoute,
    auditRoute,
    limitsRoute,
    notesRoute,
  ]),
] as const;

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '#app/operator/routes.tsx';
import { readListSearch } from '#parts/list-search.ts';

const domainsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/domains',
  validateSearch: readListSearch('status', 'account'),
  component: lazyRouteComponent(() => import('./domains.tsx'), 'DomainsPage'),
});

const emailsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/emails',
  validateSearch: readListSearch('status', 'account'),
  component: lazyRouteComponent(() => import('./emails.tsx'), 'EmailsPage'),
});

const databasesRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/databases',
  validateSearch: readListSearch('status', 'account', 'engine'),
  component: lazyRouteComponent(() => import('./databases.tsx'), 'DatabasesPage'),
});

const backupsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/backups',
  validateSearch: readListSearch('status', 'account'),
  component: lazyRouteComponent(() => import('./backups.tsx'), 'BackupsPage'),
});

const applicationsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/applications',
  validateSearch: readListSearch('status', 'account'),
  component: lazyRouteComponent(() => import('./applications.tsx'), 'ApplicationsPage'),
});

export const resourceRoutes = [domainsRoute, emailsRoute, databasesRoute, backupsRoute, applicationsRoute] as const;

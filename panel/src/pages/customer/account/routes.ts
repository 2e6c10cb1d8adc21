import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { leadToFirst } from '../../../app/first-of-group.ts';
import { frameRoute } from '../../../app/routes.tsx';
import { type ListSearch, readListSearch } from '../../../parts/list-search.ts';

const accountRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/account',
  beforeLoad: () => leadToFirst('/account'),
});

const readFilters = readListSearch();

const peopleRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/account/people',
  // `?new=true` opens the form.
  validateSearch: (given: Record<string, unknown>): ListSearch & { new?: true } => ({
    ...readFilters(given),
    ...(String(given.new) === 'true' ? { new: true } : {}),
  }),
  component: lazyRouteComponent(() => import('./people/page.tsx'), 'PeoplePage'),
});

const securityRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/account/security',
  component: lazyRouteComponent(() => import('./security/page.tsx'), 'SecurityPage'),
});

const sshKeysRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/account/ssh-keys',
  validateSearch: readFilters,
  component: lazyRouteComponent(() => import('./ssh-keys/page.tsx'), 'SshKeysPage'),
});

const auditRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/account/audit',
  validateSearch: readListSearch('actor_kind', 'action'),
  component: lazyRouteComponent(() => import('./audit/page.tsx'), 'AuditPage'),
});

const notificationsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/account/notifications',
  component: lazyRouteComponent(() => import('./notifications/page.tsx'), 'NotificationsPage'),
});

const preferencesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/account/preferences',
  component: lazyRouteComponent(() => import('./preferences/page.tsx'), 'PreferencesPage'),
});

export const accountRoutes = [
  accountRoute,
  peopleRoute,
  securityRoute,
  sshKeysRoute,
  auditRoute,
  notificationsRoute,
  preferencesRoute,
] as const;

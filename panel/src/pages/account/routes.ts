import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { readListSearch } from '../../app/list-search.ts';
import { frameRoute } from '../../app/routes.tsx';

const accountRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/account',
  beforeLoad: () => {
    throw redirect({ to: '/account/security', replace: true });
  },
});

const peopleRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/account/people',
  validateSearch: readListSearch(),
  component: lazyRouteComponent(() => import('./people/page.tsx'), 'PeoplePage'),
});

const securityRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/account/security',
  component: lazyRouteComponent(() => import('./security/page.tsx'), 'SecurityPage'),
});

const auditRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/account/audit',
  validateSearch: readListSearch('actor_kind', 'action'),
  component: lazyRouteComponent(() => import('./audit/page.tsx'), 'AuditPage'),
});

const preferencesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/account/preferences',
  component: lazyRouteComponent(() => import('./preferences/page.tsx'), 'PreferencesPage'),
});

export const accountRoutes = [accountRoute, peopleRoute, securityRoute, auditRoute, preferencesRoute] as const;

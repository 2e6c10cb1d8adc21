import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '#app/operator/routes.tsx';
import { readListSearch } from '#parts/list-search.ts';

const auditRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/audit',
  validateSearch: readListSearch('account', 'actor_kind', 'action', 'from', 'until'),
  component: lazyRouteComponent(() => import('./page.tsx'), 'AuditPage'),
});

export const auditRoutes = [auditRoute] as const;

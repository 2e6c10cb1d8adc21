import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readListSearch } from '../../app/list-search.ts';
import { frameRoute } from '../../app/routes.tsx';

const auditRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/account/audit',
  validateSearch: readListSearch('actor_kind', 'action'),
  component: lazyRouteComponent(() => import('./audit/page.tsx'), 'AuditPage'),
});

export const accountRoutes = [auditRoute] as const;

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../../../app/routes.tsx';
import { readListSearch } from '../../../parts/list-search.ts';

const backupsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/backups',
  validateSearch: readListSearch('status'),
  component: lazyRouteComponent(() => import('./page.tsx'), 'BackupsPage'),
});

const schedulesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/backups/schedules',
  validateSearch: readListSearch('status'),
  component: lazyRouteComponent(() => import('./schedules/page.tsx'), 'SchedulesPage'),
});

export const backupRoutes = [backupsRoute, schedulesRoute] as const;

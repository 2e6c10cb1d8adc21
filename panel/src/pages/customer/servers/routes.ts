import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { frameRoute } from '../../../app/routes.tsx';
import { readListSearch } from '../../../parts/list-search.ts';
import { readTrafficSearch } from '../../../resources/servers/traffic-months.ts';
import { CHARTS, readChartSearch } from './chart-search.ts';

const serversRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/servers',
  validateSearch: readListSearch('status', 'tag'),
  component: lazyRouteComponent(() => import('./page.tsx'), 'ServersPage'),
});

const serverRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/servers/$id',
  component: lazyRouteComponent(() => import('./detail.tsx'), 'ServerPage'),
});

const serverConsoleRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/servers/$id/console',
  component: lazyRouteComponent(() => import('./console-page.tsx'), 'ConsolePage'),
});

const tabRoutes = [
  createRoute({
    getParentRoute: () => serverRoute,
    path: '/',
    validateSearch: readChartSearch,
    component: lazyRouteComponent(() => import('./overview-tab.tsx'), 'OverviewTab'),
  }),
  createRoute({
    getParentRoute: () => serverRoute,
    path: '/charts',
    validateSearch: readChartSearch,
    // The charts are on the overview.
    beforeLoad: ({ params, search }) => {
      throw redirect({ to: '/servers/$id', params, search, hash: CHARTS, replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => serverRoute,
    path: '/applications',
    validateSearch: readListSearch(),
    component: lazyRouteComponent(() => import('./applications-tab.tsx'), 'ApplicationsTab'),
  }),
  createRoute({
    getParentRoute: () => serverRoute,
    path: '/backups',
    validateSearch: readListSearch(),
    component: lazyRouteComponent(() => import('./backups-tab.tsx'), 'BackupsTab'),
  }),
  createRoute({
    getParentRoute: () => serverRoute,
    path: '/snapshots',
    validateSearch: readListSearch(),
    component: lazyRouteComponent(() => import('./snapshots/snapshots-tab.tsx'), 'SnapshotsTab'),
  }),
  createRoute({
    getParentRoute: () => serverRoute,
    path: '/monitoring',
    validateSearch: readListSearch(),
    component: lazyRouteComponent(() => import('./monitoring-tab.tsx'), 'MonitoringTab'),
  }),
  createRoute({
    getParentRoute: () => serverRoute,
    path: '/traffic',
    validateSearch: readTrafficSearch,
    component: lazyRouteComponent(() => import('./traffic-tab.tsx'), 'TrafficTab'),
  }),
  createRoute({
    getParentRoute: () => serverRoute,
    path: '/ssh-keys',
    component: lazyRouteComponent(() => import('./ssh-keys-tab.tsx'), 'SshKeysTab'),
  }),
  createRoute({
    getParentRoute: () => serverRoute,
    path: '/network',
    component: lazyRouteComponent(() => import('./network-tab.tsx'), 'NetworkTab'),
  }),
  createRoute({
    getParentRoute: () => serverRoute,
    path: '/firewall',
    component: lazyRouteComponent(() => import('./firewall-tab.tsx'), 'FirewallTab'),
  }),
  createRoute({
    getParentRoute: () => serverRoute,
    path: '/domains',
    component: lazyRouteComponent(() => import('./domains-tab.tsx'), 'DomainsTab'),
  }),
  createRoute({
    getParentRoute: () => serverRoute,
    path: '/actions',
    component: lazyRouteComponent(() => import('./actions-tab.tsx'), 'ActionsTab'),
  }),
] as const;

export const serverRoutes = [serversRoute, serverConsoleRoute, serverRoute.addChildren(tabRoutes)] as const;

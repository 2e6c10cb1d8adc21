import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../../../app/routes.tsx';
import { readFirewallSearch } from './firewall-search.ts';

const firewallsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/firewalls',
  validateSearch: readFirewallSearch,
  component: lazyRouteComponent(() => import('./page.tsx'), 'FirewallsPage'),
});

export const firewallRoutes = [firewallsRoute] as const;

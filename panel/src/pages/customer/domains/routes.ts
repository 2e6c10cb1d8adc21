import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../../../app/routes.tsx';
import { type ListSearch, readListSearch } from '../../../parts/list-search.ts';

interface DomainsSearch extends ListSearch {
  readonly status?: string;
  /** Opens the form. */
  readonly new?: true;
  /** Preselected server. */
  readonly server?: number;
}

const readFilters = readListSearch('status');

const domainsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/domains',
  validateSearch: (given: Record<string, unknown>): DomainsSearch => {
    const filters = readFilters(given);
    if (String(given.new) !== 'true') return filters;
    const server = Number(given.server);
    return { ...filters, new: true, ...(Number.isSafeInteger(server) && server > 0 && { server }) };
  },
  component: lazyRouteComponent(() => import('./page.tsx'), 'DomainsPage'),
});

const domainRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/domains/$id',
  component: lazyRouteComponent(() => import('./detail.tsx'), 'DomainPage'),
});

export const domainRoutes = [domainsRoute, domainRoute] as const;

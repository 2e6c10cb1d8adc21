import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../../../app/routes.tsx';
import { type ListSearch, readListSearch } from '../../../parts/list-search.ts';

interface CatalogSearch extends ListSearch {
  readonly category?: string;
  /** Preselected server. */
  readonly server?: number;
}

interface EntrySearch {
  /** The form is open. */
  readonly install?: true;
  readonly server?: number;
}

const readFilters = readListSearch('category');

function readServer(given: Record<string, unknown>): { readonly server?: number } {
  const server = Number(given.server);
  return Number.isSafeInteger(server) && server > 0 ? { server } : {};
}

const catalogRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/applications',
  validateSearch: (given: Record<string, unknown>): CatalogSearch => ({ ...readFilters(given), ...readServer(given) }),
  component: lazyRouteComponent(() => import('./page.tsx'), 'CatalogPage'),
});

const entryRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/applications/catalog/$slug',
  validateSearch: (given: Record<string, unknown>): EntrySearch => ({
    ...(String(given.install) === 'true' && { install: true }),
    ...readServer(given),
  }),
  component: lazyRouteComponent(() => import('./entry.tsx'), 'EntryPage'),
});

const installedRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/applications/installed',
  validateSearch: readListSearch('status'),
  component: lazyRouteComponent(() => import('./installed.tsx'), 'InstalledPage'),
});

const applicationRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/applications/installed/$id',
  component: lazyRouteComponent(() => import('./detail.tsx'), 'ApplicationPage'),
});

export const applicationRoutes = [catalogRoute, entryRoute, installedRoute, applicationRoute] as const;

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../../../app/routes.tsx';
import { type ListSearch, readListSearch } from '../../../parts/list-search.ts';

interface MailboxesSearch extends ListSearch {
  readonly status?: string;
  /** Filters by domain id. */
  readonly domain?: string;
  /** Opens the form. */
  readonly new?: true;
}

const readFilters = readListSearch('status', 'domain');

const mailboxesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/emails',
  validateSearch: (given: Record<string, unknown>): MailboxesSearch => ({
    ...readFilters(given),
    ...(String(given.new) === 'true' && { new: true }),
  }),
  component: lazyRouteComponent(() => import('./page.tsx'), 'MailboxesPage'),
});

const mailDomainsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/emails/domains',
  validateSearch: readListSearch('status'),
  component: lazyRouteComponent(() => import('./domains.tsx'), 'MailDomainsPage'),
});

const mailDomainRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/emails/domains/$id',
  component: lazyRouteComponent(() => import('./domain.tsx'), 'MailDomainPage'),
});

export const emailRoutes = [mailboxesRoute, mailDomainsRoute, mailDomainRoute] as const;

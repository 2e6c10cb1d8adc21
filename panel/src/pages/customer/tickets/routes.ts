import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../../../app/routes.tsx';
import { type ListSearch, readListSearch } from '../../../parts/list-search.ts';

interface TicketsSearch extends ListSearch {
  readonly status?: string;
  readonly new?: true;
  readonly subject?: string;
  readonly message?: string;
}

const readFilters = readListSearch('status');
const readFacts = readListSearch('subject', 'message');

const ticketsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/tickets',
  // `?new=true` opens the form, with values prefilled by another page.
  validateSearch: (given: Record<string, unknown>): TicketsSearch => {
    const { subject, message } = readFacts(given);
    const filters = readFilters(given);
    if (String(given.new) !== 'true') return filters;
    return { ...filters, new: true, ...(subject && { subject }), ...(message && { message }) };
  },
  component: lazyRouteComponent(() => import('./page.tsx'), 'TicketsPage'),
});

const ticketRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/tickets/$id',
  component: lazyRouteComponent(() => import('./detail.tsx'), 'TicketPage'),
});

export const ticketRoutes = [ticketsRoute, ticketRoute] as const;

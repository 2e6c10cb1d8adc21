import { foldForSearch, type Page, type PageRequest, type Query } from '@hostler/database';
import { list, type Route } from '#kernel/http/route.ts';
import { OfferedPlan } from './schemas.ts';
import { listOffers } from './service.ts';
import { viewOffer } from './view.ts';

export function planRoutes(): Route[] {
  return [
    list({
      path: '/subscriptions/plans',
      access: 'billing.read',
      summary: 'List plans',
      description: 'Lists the plans that can be ordered. `search` matches the name.',
      item: OfferedPlan,
      statuses: [],
      *handle(_call, page) {
        return yield* pageOffers(page);
      },
    }),
  ];
}

/** Pages in memory: the catalogue is small enough to be read whole. */
function* pageOffers({ page, per_page, sort, search }: PageRequest): Query<Page<OfferedPlan>> {
  const offers = yield* listOffers();
  const wanted = foldForSearch(search ?? '');
  const found = offers.filter(({ name }) => foldForSearch(name).includes(wanted));
  const ordered = sort === 'asc' ? found : found.reverse();
  const items = ordered.slice((page - 1) * per_page, page * per_page).map(viewOffer);
  return { items, total: found.length, examined: offers.length };
}

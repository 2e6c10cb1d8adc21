import { feed, type Route } from '#kernel/http/route.ts';
import { Event, EventFilters } from './schemas.ts';
import { readFeed } from './service.ts';
import { viewEvent } from './view.ts';

export function eventRoutes(): Route[] {
  return [
    feed({
      path: '/events',
      access: 'webhooks.read',
      summary: 'List events',
      description:
        'Lists the events of the account in the environment of the key, oldest first. Events are kept for 30 days. To continue, send `next_after` as `after`: no event is missed, because ids become visible in order. With `sort=desc` the newest events come first; continue with `next_before`.',
      item: Event,
      filters: EventFilters,
      *handle({ caller, query }, request) {
        const { items, ...position } = yield* readFeed(caller, { ...request, type: query.type });
        return { ...position, items: items.map(viewEvent) };
      },
    }),
  ];
}

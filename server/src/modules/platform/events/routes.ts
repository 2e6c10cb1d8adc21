import { feed, type Route } from '../../../kernel/http/route.ts';
import { Event, EventFilters } from './schemas.ts';
import { readFeed } from './service.ts';
import { viewEvent } from './view.ts';

export function eventRoutes(): Route[] {
  return [
    feed({
      path: '/events',
      access: 'webhooks.read',
      summary: 'Read the event feed',
      description:
        "The events that webhooks are told of, oldest first, kept 30 days; those of the key's environment. Go on with `next_after`: no event is missed, because an id never appears after a larger one did. With `sort=desc` the newest come first; go back with `next_before`.",
      item: Event,
      filters: EventFilters,
      *handle({ caller, query }, request) {
        const { items, ...position } = yield* readFeed(caller, { ...request, type: query.type });
        return { ...position, items: items.map(viewEvent) };
      },
    }),
  ];
}

import { EVENT_TYPES } from '#kernel/events/catalogue.ts';
import { DateTime, Id, OneOf, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';

export const Event = Resource('Event', 'An event of the account.', {
  id: Id('Identifier of the event, which increases with every event. It equals the header `X-Webhook-Id`.'),
  event: OneOf(EVENT_TYPES, { description: 'Name of the event.' }),
  timestamp: DateTime('Time of the event.'),
  data: Type.Unsafe<object>({
    type: 'object',
    additionalProperties: true,
    description: 'The resource at the time of the event.',
    examples: [{ id: 42, subject: 'The shop is slow', status: 'open', priority: 'high' }],
  }),
});
export type Event = Static<typeof Event>;

export const EventFilters = Type.Object({
  type: Type.Optional(OneOf(EVENT_TYPES, { description: 'Returns only events with this name.' })),
});

import { EVENT_TYPES } from '../../../kernel/events/catalogue.ts';
import { DateTime, Id, OneOf, Resource } from '../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../kernel/http/type.ts';

export const Event = Resource('Event', {
  id: Id('Grows with every event; the same as `X-Webhook-Id`.'),
  event: OneOf(EVENT_TYPES, { description: 'What happened.' }),
  timestamp: DateTime('When it happened.'),
  data: Type.Unsafe<object>({
    type: 'object',
    additionalProperties: true,
    description: 'The resource concerned, as it was then.',
    examples: [{ id: 42, subject: 'The shop is slow', status: 'open', priority: 'high' }],
  }),
});
export type Event = Static<typeof Event>;

export const EventFilters = Type.Object({
  type: Type.Optional(OneOf(EVENT_TYPES, { description: 'Only events of this name.' })),
});

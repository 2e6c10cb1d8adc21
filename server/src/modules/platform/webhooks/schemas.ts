import { EVENT_TYPES } from '../../../kernel/events/catalogue.ts';
import { DateTime, Id, Line, Nullable, OneOf, Resource } from '../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../kernel/http/type.ts';
import { answerFields } from './delivery/schemas.ts';

export const WEBHOOK_STATUSES = ['active', 'paused', 'disabled'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];
const ENVIRONMENTS = ['live', 'test'] as const;
export const ALL_EVENTS = '*';

const EventNames = Type.Array(OneOf([...EVENT_TYPES, ALL_EVENTS], { description: 'An event, or `*` for all.' }), {
  minItems: 1,
  maxItems: EVENT_TYPES.length + 1,
  uniqueItems: true,
  description: 'Which events are sent; `["*"]` for all of them.',
  examples: [['ticket.created', 'ticket.replied']],
});

const webhookFields = {
  id: Id('The webhook.'),
  url: Type.String({ examples: ['https://example.com/hooks'] }),
  description: Nullable(Type.String({ examples: ['Our helpdesk'] })),
  events: EventNames,
  environment: OneOf(ENVIRONMENTS, {
    description: 'Of the key that made it; only events of this environment are sent.',
  }),
  status: OneOf(WEBHOOK_STATUSES, {
    description:
      'Paused by you; disabled by the service after five days of nothing but failure or an answer of 410. Set it to active to go on.',
  }),
  created_at: DateTime('When it was made.'),
  last_success_at: Nullable(DateTime('When a receiver last answered with 2xx.')),
  failing_since: Nullable(DateTime('Since when nothing has succeeded; null while all is well.')),
};

export const Webhook = Resource('Webhook', webhookFields);
export type Webhook = Static<typeof Webhook>;

export const WebhookWithSecret = Resource('WebhookWithSecret', {
  ...webhookFields,
  secret: Type.String({
    description: 'Signs the deliveries. Shown this once.',
    examples: ['whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX'],
  }),
});
export type WebhookWithSecret = Static<typeof WebhookWithSecret>;

const MAX_URL = 2_048;
const Url = Type.String({
  minLength: 1,
  maxLength: MAX_URL,
  pattern: '^[hH][tT][tT][pP][sS]?://[^/]',
  'x-hint': 'must begin with https:// or http:// and a host.',
  description: 'Where to send; a public address.',
  examples: ['https://example.com/hooks'],
});
const Description = Nullable(
  Line({ maxLength: 200, description: 'What it is for, in your words.', examples: ['Our helpdesk'] }),
);

export const NewWebhook = Type.Object({ url: Url, events: EventNames, description: Type.Optional(Description) });
export type NewWebhook = Static<typeof NewWebhook>;

export const WebhookChange = Type.Object({
  url: Type.Optional(Url),
  events: Type.Optional(EventNames),
  description: Type.Optional(Description),
  status: Type.Optional(OneOf(['active', 'paused'], { description: 'Whether events are sent.' })),
});
export type WebhookChange = Static<typeof WebhookChange>;

export const WebhookTest = Resource('WebhookTest', {
  delivered: Type.Boolean({ description: 'Whether the receiver answered with 2xx.', examples: [true] }),
  event_id: Id('The id of the test event; it is in no feed.'),
  event: OneOf(EVENT_TYPES, { description: 'The name it was sent under.' }),
  ...answerFields,
});
export type WebhookTest = Static<typeof WebhookTest>;

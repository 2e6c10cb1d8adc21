import { EVENT_TYPES } from '#kernel/events/catalogue.ts';
import { fieldErrors } from '#kernel/net/errors.ts';
import { CreatedAt, DateTime, Id, Line, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';
import { answerFields } from './delivery/schemas.ts';

export const WEBHOOK_STATUSES = ['active', 'paused', 'disabled'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** Fields to sort by, and their columns. */
export const WEBHOOK_ORDERS = { created_at: 'id', url: '{folded url}', status: 'status' } as const;
const ENVIRONMENTS = ['live', 'test'] as const;
export const ALL_EVENTS = '*';

const EventNames = Type.Array(
  OneOf([...EVENT_TYPES, ALL_EVENTS], { description: 'Name of an event, or `*` for all events.' }),
  {
    minItems: 1,
    maxItems: EVENT_TYPES.length + 1,
    uniqueItems: true,
    description: 'Events to deliver; `["*"]` for all events.',
    examples: [['ticket.created', 'ticket.replied']],
  },
);

export const webhookFields = {
  id: OwnId,
  url: Type.String({ description: 'URL that receives the events.', examples: ['https://example.com/hooks'] }),
  description: Nullable(
    Type.String({ description: 'Your description; null if there is none.', examples: ['Our helpdesk'] }),
  ),
  events: EventNames,
  environment: OneOf(ENVIRONMENTS, {
    description: 'Environment of the key that created the webhook. Only events of this environment are delivered.',
  }),
  status: OneOf(WEBHOOK_STATUSES, {
    description:
      'Status of the webhook. `paused`: you paused it. `disabled`: the service stopped deliveries after 5 days of failures or a response with status 410. Set the status to `active` to resume.',
  }),
  created_at: CreatedAt,
  last_success_at: Nullable(DateTime('Time of the last response with status 2xx; null if there was none.')),
  failing_since: Nullable(DateTime('Time since which all deliveries have failed; null if the last one succeeded.')),
};

export const Webhook = Resource('Webhook', 'A webhook endpoint that receives events.', webhookFields);
export type Webhook = Static<typeof Webhook>;

export const WebhookWithSecret = Resource('WebhookWithSecret', 'A webhook with its signing secret.', {
  ...webhookFields,
  secret: Type.String({
    description: 'Secret that signs the deliveries. It is returned once and cannot be read again.',
    examples: ['whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX'],
  }),
});
export type WebhookWithSecret = Static<typeof WebhookWithSecret>;

const MAX_URL = 2_048;
const Url = Type.String({
  minLength: 1,
  maxLength: MAX_URL,
  pattern: '^[hH][tT][tT][pP][sS]?://[^/]',
  'x-hint': fieldErrors.url_not_http,
  description: 'URL that receives the events. The host needs a public address.',
  examples: ['https://example.com/hooks'],
});
const Description = Nullable(
  Line({ maxLength: 200, description: 'Your description of the webhook.', examples: ['Our helpdesk'] }),
);

export const NewWebhook = Type.Object({ url: Url, events: EventNames, description: Type.Optional(Description) });
export type NewWebhook = Static<typeof NewWebhook>;

export const WebhookChange = Type.Object({
  url: Type.Optional(Url),
  events: Type.Optional(EventNames),
  description: Type.Optional(Description),
  status: Type.Optional(
    OneOf(['active', 'paused'], { description: 'New status: `paused` stops deliveries, `active` resumes them.' }),
  ),
});
export type WebhookChange = Static<typeof WebhookChange>;

export const WebhookTest = Resource('WebhookTest', 'The result of a test delivery.', {
  delivered: Type.Boolean({ description: 'True if the receiver responded with status 2xx.', examples: [true] }),
  delivery_id: Id('Identifier of the test in the list of deliveries.'),
  event_id: Id('Identifier of the test event. The event is not part of the feed.'),
  event: OneOf(EVENT_TYPES, { description: 'Name of the test event.' }),
  ...answerFields,
});
export type WebhookTest = Static<typeof WebhookTest>;

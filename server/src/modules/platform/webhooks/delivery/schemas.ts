import { EVENT_TYPES } from '../../../../kernel/events/catalogue.ts';
import { DateTime, Id, Nullable, OneOf, Resource } from '../../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../../kernel/http/type.ts';

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

const errorFields = {
  kind: Type.String({ description: 'What went wrong, for programs.', examples: ['timeout'] }),
  message: Type.String({ description: 'The same, for people.', examples: ['There was no answer in time.'] }),
};

/** A receiver's response to one request. */
export const answerFields = {
  status_code: Nullable(Type.Integer({ description: 'The status the receiver answered.', examples: [200] })),
  duration_ms: Type.Integer({ description: 'How long it took.', examples: [84] }),
  response: Nullable(Type.String({ description: 'The first 1,024 bytes of the answer.', examples: ['ok'] })),
  error: Nullable(Resource('DeliveryError', errorFields)),
};

const Attempt = Resource('DeliveryAttempt', {
  attempted_at: DateTime('When it was sent.'),
  ...answerFields,
  next_attempt_at: Nullable(DateTime('When it was planned to be sent again.')),
});
export type Attempt = Static<typeof Attempt>;

export const Delivery = Resource('WebhookDelivery', {
  id: Id('The delivery.'),
  webhook_id: Id('Where it goes.'),
  event_id: Id('The event, as `X-Webhook-Id` and the feed name it.'),
  event: OneOf(EVENT_TYPES, { description: 'What happened.' }),
  status: OneOf(DELIVERY_STATUSES, { description: 'Pending until it succeeded or ten attempts failed.' }),
  next_attempt_at: Nullable(DateTime('When it is sent next; null when it is under way or done.')),
  created_at: DateTime('When it was made.'),
  finished_at: Nullable(DateTime('When it succeeded or was given up.')),
  attempts: Type.Array(Attempt, {
    description: 'The last 20, oldest first. Only the newest have a response, up to 3 KiB in all.',
  }),
});
export type Delivery = Static<typeof Delivery>;

export const DeliveryFilters = Type.Object({
  event: Type.Optional(OneOf(EVENT_TYPES, { description: 'Filter by event.' })),
});

export const RedeliveryRequest = Type.Object({
  since: Type.Optional(
    Type.Unsafe<string | number>({
      type: ['string', 'integer'],
      maxLength: 64,
      description:
        'A date-time or epoch seconds: send again everything that failed since then. The id is then the webhook, or absent for all of them.',
      examples: ['2026-11-15T01:50:36+00:00'],
    }),
  ),
});

export const Redelivery = Resource('WebhookRedelivery', {
  delivery_id: Nullable(Id('The delivery that is sent again.')),
  webhook_ids: Type.Array(Id('A webhook.'), { description: 'The webhooks that are sent to again.' }),
  since: Nullable(DateTime('From when on failed deliveries are sent again.')),
});
export type Redelivery = Static<typeof Redelivery>;

import { EVENT_TYPES } from '#kernel/events/catalogue.ts';
import { CreatedAt, DateTime, Id, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

const errorFields = {
  kind: Type.String({ description: 'Error code for programs.', examples: ['timeout'] }),
  message: Type.String({ description: 'Explanation for people.', examples: ['There was no answer in time.'] }),
};

/** A receiver's response to one request. */
export const answerFields = {
  status_code: Nullable(
    Type.Integer({ description: 'HTTP status of the response; null if there was none.', examples: [200] }),
  ),
  duration_ms: Type.Integer({ description: 'Duration in milliseconds.', examples: [84] }),
  response: Nullable(
    Type.String({
      description: 'First 1,024 bytes of the response body; null if there was no response.',
      examples: ['ok'],
    }),
  ),
  error: Nullable(
    Resource('DeliveryError', 'The reason of a failed attempt; null if the attempt succeeded.', errorFields),
  ),
};

const Attempt = Resource('DeliveryAttempt', 'One attempt to deliver an event.', {
  attempted_at: DateTime('Time of the attempt.'),
  ...answerFields,
  next_attempt_at: Nullable(DateTime('Time of the next attempt, as planned then; null if none was planned.')),
});
export type Attempt = Static<typeof Attempt>;

export const Delivery = Resource('WebhookDelivery', 'The delivery of one event to one webhook.', {
  id: OwnId,
  webhook_id: Id('Webhook of the delivery.'),
  event_id: Id('Identifier of the event in the feed and in the header `X-Webhook-Id`.'),
  event: OneOf(EVENT_TYPES, { description: 'Name of the event.' }),
  is_test: Type.Boolean({
    description: 'True if `/webhooks/test` sent the event. A test has one attempt and cannot be redelivered.',
    examples: [false],
  }),
  status: OneOf(DELIVERY_STATUSES, {
    description: 'Status of the delivery. It is `pending` until an attempt succeeds or 10 attempts have failed.',
  }),
  next_attempt_at: Nullable(
    DateTime('Time of the next attempt; null while an attempt is in progress and after the end.'),
  ),
  created_at: CreatedAt,
  finished_at: Nullable(DateTime('Time of the success or the final failure; null while the delivery is pending.')),
  attempts: Type.Array(Attempt, {
    description: 'Last 20 attempts, oldest first. Only the newest attempts include a response, up to 3 KiB in total.',
  }),
});
export type Delivery = Static<typeof Delivery>;

export const DeliveryFilters = Type.Object({
  event: Type.Optional(OneOf(EVENT_TYPES, { description: 'Returns only deliveries of this event.' })),
});

export const RedeliveryRequest = Type.Object({
  since: Type.Optional(
    Type.Unsafe<string | number>({
      type: ['string', 'integer'],
      maxLength: 64,
      description:
        'Date-time or epoch seconds. Sends all deliveries that failed since then. The id then names a webhook; omit it for all active webhooks.',
      examples: ['2026-11-15T01:50:36+00:00'],
    }),
  ),
});

export const Redelivery = Resource('WebhookRedelivery', 'Deliveries that are queued again.', {
  delivery_id: Nullable(Id('Delivery that is sent again; null if `since` was sent.')),
  webhook_ids: Type.Array(Id('Identifier of a webhook.'), { description: 'Webhooks that receive deliveries again.' }),
  since: Nullable(DateTime('Start of the period whose failed deliveries are sent again; null for one delivery.')),
});
export type Redelivery = Static<typeof Redelivery>;

import { viewPage } from '@hostler/database';
import { command, custom, list, type Route, show } from '#kernel/http/route.ts';
import { Turns } from '#kernel/http/turns.ts';
import { ownerOf } from './owner.ts';
import {
  NewWebhook,
  WEBHOOK_ORDERS,
  WEBHOOK_STATUSES,
  Webhook,
  WebhookChange,
  WebhookTest,
  WebhookWithSecret,
} from './schemas.ts';
import type { WebhookService } from './service.ts';
import type { WebhookTester } from './test-service.ts';
import { viewWebhook, viewWithSecret } from './view.ts';

const id = { aliases: ['webhook_id'], description: 'Identifier of the webhook.' };
/** A test key really writes here: a sandbox without notifications could not be tested. */
const notSimulated = true;

/** Concurrent tests per account: a receiver can hold each one until it times out. */
const TESTING = { each: 5, all: Number.POSITIVE_INFINITY, waiting: 20 };

export function webhookRoutes(webhooks: WebhookService, test: WebhookTester): Route[] {
  const testing = new Turns(TESTING);
  return [
    list({
      path: '/webhooks',
      access: 'webhooks.read',
      summary: 'List webhooks',
      description:
        'Lists the webhooks of the account in the environment of the key, newest first. `search` matches the URL and the description.',
      item: Webhook,
      statuses: WEBHOOK_STATUSES,
      orders: WEBHOOK_ORDERS,
      *handle({ caller }, page) {
        return viewPage(yield* webhooks.list(ownerOf(caller), page), viewWebhook);
      },
    }),
    show({
      path: '/webhooks/show',
      access: 'webhooks.read',
      summary: 'Get a webhook',
      description: 'Returns one webhook.',
      id,
      data: Webhook,
      *handle({ caller, id }) {
        return viewWebhook(yield* webhooks.find(ownerOf(caller), id));
      },
    }),
    command({
      path: '/webhooks',
      access: 'webhooks.write',
      summary: 'Create a webhook',
      description:
        'Creates a webhook that receives the events of the environment of the key. With a test key, these are the events of simulated writes. The secret is returned once and cannot be read again. Private and loopback addresses are refused.',
      status: 201,
      message: 'Webhook created. Keep the secret: it is not shown again.',
      body: NewWebhook,
      data: WebhookWithSecret,
      secret: true,
      notSimulated,
      errors: ['QUOTA_EXCEEDED'],
      check: async ({ body }) => webhooks.checkTarget(body.url),
      *handle({ caller, body, now }) {
        return viewWithSecret(yield* webhooks.create(ownerOf(caller), body, now));
      },
    }),
    command({
      path: '/webhooks/update',
      access: 'webhooks.write',
      summary: 'Update a webhook',
      description:
        'Updates a webhook. Omitted fields keep their values. While the webhook is paused, existing deliveries wait and new events are not delivered; read those from `/events`. With `status: active`, waiting deliveries are sent.',
      status: 200,
      message: 'Webhook updated.',
      id,
      body: WebhookChange,
      data: Webhook,
      notSimulated,
      check: async ({ body }) => webhooks.checkTarget(body.url),
      *handle({ caller, id, body, now }) {
        return viewWebhook(yield* webhooks.update(ownerOf(caller), id, body, now));
      },
    }),
    command({
      path: '/webhooks/remove',
      access: 'webhooks.write',
      summary: 'Remove a webhook',
      description: 'Removes a webhook. No further deliveries are sent. Returns the removed webhook.',
      status: 200,
      message: 'Webhook removed.',
      id,
      data: Webhook,
      notSimulated,
      *handle({ caller, id }) {
        return viewWebhook(yield* webhooks.remove(ownerOf(caller), id));
      },
    }),
    command({
      path: '/webhooks/rotate-secret',
      access: 'webhooks.write',
      summary: 'Rotate the secret of a webhook',
      description:
        'Replaces the signing secret of a webhook. The new secret signs immediately. For 24 hours, `webhook-signature` also carries a signature with the old secret. The secret is returned once and cannot be read again.',
      status: 200,
      message: 'Secret rotated. Keep the new one: it is not shown again.',
      id,
      data: WebhookWithSecret,
      secret: true,
      notSimulated,
      *handle({ caller, id, now }) {
        return viewWithSecret(yield* webhooks.rotateSecret(ownerOf(caller), id, now));
      },
    }),
    custom({
      method: 'POST',
      path: '/webhooks/test',
      access: 'webhooks.write',
      summary: 'Send a test event',
      description:
        'Sends a signed test event with `data.test: true` immediately, regardless of the status of the webhook. Returns the response of the receiver. The test appears in the deliveries with `is_test: true`; its event is not part of the feed. An account can run 5 tests at a time.',
      id,
      data: WebhookTest,
      async handle({ caller, id }, { inTurn, signal }) {
        const client = {
          get destroyed() {
            return signal.aborted;
          },
        };
        return testing.run(caller.account.id, () => test(ownerOf(caller), id, inTurn), client);
      },
    }),
  ];
}

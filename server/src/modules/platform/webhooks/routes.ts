import { viewPage } from '../../../kernel/db/page.ts';
import { command, custom, list, type Route, show } from '../../../kernel/http/route.ts';
import { Turns } from '../../../kernel/http/turns.ts';
import { ownerOf } from './owner.ts';
import { NewWebhook, WEBHOOK_STATUSES, Webhook, WebhookChange, WebhookTest, WebhookWithSecret } from './schemas.ts';
import type { WebhookService } from './service.ts';
import type { WebhookTester } from './test-service.ts';
import { viewWebhook, viewWithSecret } from './view.ts';

const id = { aliases: ['webhook_id'], description: 'The webhook.' };
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
      description: "Those of the key's environment. The search looks at the URL and the description.",
      item: Webhook,
      statuses: WEBHOOK_STATUSES,
      *handle({ caller }, page) {
        return viewPage(yield* webhooks.list(ownerOf(caller), page), viewWebhook);
      },
    }),
    show({
      path: '/webhooks/show',
      access: 'webhooks.read',
      summary: 'Show a webhook',
      id,
      data: Webhook,
      *handle({ caller, id }) {
        return viewWebhook(yield* webhooks.find(ownerOf(caller), id));
      },
    }),
    command({
      path: '/webhooks',
      access: 'webhooks.write',
      summary: 'Register a webhook',
      description:
        "Events of the key's environment are sent to the URL from now on: with a live key what really happens, with a test key what simulated writes would have caused. The secret is in this answer and nowhere else.",
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
      summary: 'Change a webhook',
      description:
        'What is absent stays as it is. Deliveries that exist already wait while it is paused; what happens meanwhile is sent to no one and is in the event feed. Setting it to active sends what waited.',
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
      description: 'Nothing more is sent to it. Answers the webhook as it last was.',
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
      summary: 'Give a webhook a new secret',
      description:
        'The new one signs at once; for 24 hours `webhook-signature` carries the signature of the old one beside it.',
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
        'Sends a signed event with `data.test: true` right away, whatever the status of the webhook, and answers with what the receiver said. It is no event: it is in no feed and in no list of deliveries. Five at a time for an account.',
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

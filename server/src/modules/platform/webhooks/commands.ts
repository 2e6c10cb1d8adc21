import type { Database } from '@hostler/database';
import { type Command, choice, command, flag, integer, list, optional, text } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { EVERY_ROLE, MACHINES, OWNERS } from '#kernel/staff-roles.ts';
import { StaffWebhook } from './operator-schemas.ts';
import type { WebhookOperatorService } from './operator-service.ts';
import { ALL_EVENTS, WEBHOOK_STATUSES } from './schemas.ts';

export function webhookCommands({ db, webhooks }: { db: Database; webhooks: WebhookOperatorService }): Command[] {
  const id = integer('Webhook id.');
  return [
    command({
      name: 'webhook create',
      route: { roles: OWNERS },
      summary: 'Create a webhook for an account. Its secret is shown once.',
      options: {
        account: integer('Account id.'),
        url: text('URL that receives the events.'),
        events: list('Event names separated by commas, or * for all.', { default: [ALL_EVENTS] }),
        environment: choice(['live', 'test'], 'Environment of the events.', { default: 'live' }),
        description: optional(text('Description.')),
      },
      run: ({ account, ...webhook }) => db.write(() => webhooks.create({ account_id: account, ...webhook })),
    }),
    listCommand({
      name: 'webhook list',
      route: { roles: EVERY_ROLE, data: StaffWebhook },
      summary: 'List webhooks, with the state of their deliveries.',
      options: {
        account: optional(integer('Filter by account id.')),
        failing: flag('Only webhooks whose last delivery failed.'),
      },
      columns: [
        ...['id', 'account_id', 'environment', 'status', 'url', 'events', 'last_success_at', 'failing_since'],
        ...['last_status', 'pending_deliveries'],
      ],
      statuses: WEBHOOK_STATUSES,
      searched: 'URL, description',
      page: async ({ account, ...given }) => db.read(webhooks.list({ ...given, account_id: account })),
    }),
    command({
      name: 'webhook redeliver',
      route: { roles: MACHINES, data: StaffWebhook },
      summary: 'Send the failed and waiting deliveries of a webhook again.',
      options: { id },
      run: (given) => db.write(() => webhooks.redeliver(given)),
    }),
    command({
      name: 'webhook disable',
      route: { roles: MACHINES, data: StaffWebhook },
      summary: 'Stop the deliveries of a webhook. The customer can enable it again.',
      options: { id },
      run: (given) => db.write(() => webhooks.disable(given)),
    }),
    command({
      name: 'webhook enable',
      route: { roles: MACHINES, data: StaffWebhook },
      summary: 'Resume the deliveries of a disabled webhook.',
      options: { id },
      run: (given) => db.write(() => webhooks.enable(given)),
    }),
  ];
}

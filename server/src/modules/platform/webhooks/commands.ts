import type { Database } from '@hostler/database';
import { type Command, choice, command, integer, list, optional, text } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { EVERY_ROLE, OWNERS } from '#kernel/staff-roles.ts';
import type { WebhookOperatorService } from './operator-service.ts';
import { ALL_EVENTS, WEBHOOK_STATUSES } from './schemas.ts';

export function webhookCommands({ db, webhooks }: { db: Database; webhooks: WebhookOperatorService }): Command[] {
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
      route: { roles: EVERY_ROLE },
      summary: 'List webhooks.',
      options: { account: optional(integer('Filter by account id.')) },
      columns: ['id', 'account_id', 'environment', 'status', 'url', 'events', 'last_success_at', 'failing_since'],
      statuses: WEBHOOK_STATUSES,
      searched: 'URL, description',
      page: async ({ account, ...given }) => db.read(webhooks.list({ ...given, account_id: account })),
    }),
  ];
}

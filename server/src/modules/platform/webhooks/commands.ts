import { type Command, choice, command, integer, optional, text } from '../../../kernel/command.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { AppError } from '../../../kernel/errors.ts';
import { EVENT_TYPES } from '../../../kernel/events/catalogue.ts';
import type { Clock } from '../../../kernel/time.ts';
import { requireAccount } from '../../identity/accounts/index.ts';
import { listAllWebhooks } from './operator-store.ts';
import { ALL_EVENTS, type NewWebhook } from './schemas.ts';
import type { WebhookService } from './service.ts';
import { viewWebhook, viewWithSecret } from './view.ts';

interface Dependencies {
  db: Database;
  clock: Clock;
  webhooks: WebhookService;
}

export function webhookCommands({ db, clock, webhooks }: Dependencies): Command[] {
  return [
    command({
      name: 'webhook create',
      summary: 'Register a webhook for a customer; its secret is shown this once.',
      options: {
        account: integer('The customer.'),
        url: text('Where to send.'),
        events: text('Event names, separated by commas, or * for all.', { default: ALL_EVENTS }),
        environment: choice(['live', 'test'], 'Whose events.', { default: 'live' }),
        description: optional(text('What it is for.')),
      },
      async run({ account, url, events, environment, description = null }) {
        const input = { url, events: parseEvents(events), description };
        const owner = { accountId: account, environment };
        await webhooks.checkTarget(url);
        return db.write(function* () {
          yield* requireAccount(owner.accountId);
          const created = yield* webhooks.create(owner, input, clock.now());
          return { account_id: owner.accountId, ...viewWithSecret(created) };
        });
      },
    }),
    command({
      name: 'webhook list',
      summary: 'List the webhooks of all customers, or of one.',
      options: { account: optional(integer('Only of this customer.')) },
      columns: ['id', 'account_id', 'environment', 'status', 'url', 'events', 'last_success_at', 'failing_since'],
      async run({ account }) {
        const rows = await db.read(listAllWebhooks(account));
        return rows.map((row) => ({ account_id: row.account_id, ...viewWebhook(row) }));
      },
    }),
  ];
}

function parseEvents(text: string): NewWebhook['events'] {
  const names = [...new Set(text.split(',').map((name) => name.trim()))];
  return names.map((name) => {
    const known = [...EVENT_TYPES, ALL_EVENTS].find((event) => event === name);
    if (!known) throw new AppError('BAD_REQUEST', `There is no event ${JSON.stringify(name)}.`);
    return known as NewWebhook['events'][number];
  });
}

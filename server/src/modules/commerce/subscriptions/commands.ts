import { type Command, command, integer, optional, text } from '../../../kernel/command.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { readSshKeyOptions, sshKeyOptions } from '../../resources/hosting/index.ts';
import type { SubscriptionOperatorService } from './operator-service.ts';

interface Dependencies {
  db: Database;
  subscriptions: SubscriptionOperatorService;
}

export function subscriptionCommands({ db, subscriptions }: Dependencies): Command[] {
  return [
    command({
      name: 'subscription create',
      summary: 'Sell a plan to a customer: the subscription, its first invoice and, with a host name, its VPS.',
      options: {
        account: integer('The customer.'),
        plan: text('Id or name of the plan.'),
        hostname: optional(text('Host name of the VPS that comes with it; none when absent.')),
        ...sshKeyOptions,
      },
      async run({ account, plan, hostname, ...given }) {
        const ssh_keys = await readSshKeyOptions(given);
        return db.write(() => subscriptions.create({ account_id: account, plan, hostname, ssh_keys }));
      },
    }),
    command({
      name: 'subscription list',
      summary: 'List the subscriptions of all customers, or of one.',
      options: { account: optional(integer('Only of this customer.')) },
      columns: ['id', 'account_id', 'name', 'status', 'price', 'currency', 'billing_period', 'current_period_end'],
      run: async ({ account }) => db.read(subscriptions.list({ account_id: account })),
    }),
  ];
}

import { type Command, choice, command, flag, integer, optional, text } from '../../../kernel/command.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { listCommand } from '../../../kernel/list-command.ts';
import { readSshKeyOptions, sshKeyOptions } from '../../resources/hosting/index.ts';
import { BILLING_PERIODS } from '../plans/index.ts';
import type { SubscriptionOperatorService } from './operator-service.ts';
import { SUBSCRIPTION_STATUSES } from './schemas.ts';

interface Dependencies {
  db: Database;
  subscriptions: SubscriptionOperatorService;
}

const id = integer('The subscription.');

export function subscriptionCommands({ db, subscriptions }: Dependencies): Command[] {
  return [
    command({
      name: 'subscription create',
      summary: 'Sell a plan to a customer: the subscription, its first invoice and, with a host name, its VPS.',
      options: {
        account: integer('The customer.'),
        plan: text('Id or name of the plan.'),
        period: optional(choice(BILLING_PERIODS, 'How often it is billed; the first of the plan when absent.')),
        hostname: optional(text('Host name of the VPS that comes with it; none when absent.')),
        image: optional(text('What the VPS is made from; the usual of the plan when absent.')),
        coupon: optional(text('The code of a coupon.')),
        ...sshKeyOptions,
      },
      async run({ account, plan, period, hostname, image, coupon, ...given }) {
        const ssh_keys = await readSshKeyOptions(given);
        const order = { account_id: account, plan, period, hostname, image, coupon, ssh_keys };
        return db.write(() => subscriptions.create(order));
      },
    }),
    listCommand({
      name: 'subscription list',
      summary: 'List the subscriptions of all customers, or of one.',
      options: { account: optional(integer('Only of this customer.')) },
      columns: ['id', 'account_id', 'name', 'status', 'price', 'currency', 'billing_period', 'current_period_end'],
      statuses: SUBSCRIPTION_STATUSES,
      searched: 'name, plan',
      page: async ({ account, ...given }) => db.read(subscriptions.list({ ...given, account_id: account })),
    }),
    command({
      name: 'subscription change',
      summary: 'Change the plan: up at once, for the rest of the period; down with the next one.',
      options: {
        id,
        plan: text('Id or name of the plan.'),
        period: optional(choice(BILLING_PERIODS, 'How often it is billed; as before when absent.')),
        expected_amount: optional(integer('In minor units: refused where it costs something else.')),
        dry_run: flag('Only say what it would cost, and from when on.'),
      },
      run: async ({ dry_run, expected_amount, ...given }) =>
        dry_run
          ? db.read(subscriptions.preview(given))
          : db.write(() => subscriptions.changePlan({ ...given, expected_amount })),
    }),
    command({
      name: 'subscription cancel',
      summary: 'End a subscription with the period that is paid for, or now.',
      options: { id, immediately: flag('Now; its VPS is suspended.') },
      run: (given) => db.write(() => subscriptions.cancel(given)),
    }),
    command({
      name: 'subscription resume',
      summary: 'Take a cancellation back that has not happened yet.',
      options: { id },
      run: (given) => db.write(() => subscriptions.resume(given)),
    }),
    command({
      name: 'subscription retry',
      summary: 'Create the server of a paid order now, after the cause of its failure was removed.',
      options: { id },
      run: ({ id }) => db.write(() => subscriptions.retryOrder(id)),
    }),
  ];
}

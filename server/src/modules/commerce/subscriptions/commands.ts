import type { Database } from '@hostler/database';
import { type Command, choice, command, flag, integer, optional, text } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { EVERY_ROLE, MONEY } from '#kernel/staff-roles.ts';
import { readSshKeyOptions, sshKeyOptions } from '../../resources/hosting/index.ts';
import { BILLING_PERIODS } from '../plans/index.ts';
import { StaffSubscription } from './operator-schemas.ts';
import type { SubscriptionOperatorService } from './operator-service.ts';
import { SUBSCRIPTION_STATUSES } from './schemas.ts';

interface Dependencies {
  db: Database;
  subscriptions: SubscriptionOperatorService;
}

const id = integer('Subscription id.');

export function subscriptionCommands({ db, subscriptions }: Dependencies): Command[] {
  return [
    command({
      name: 'subscription create',
      route: { roles: MONEY, fixed: { ssh_key_file: [] } },
      summary: 'Create a subscription, its first invoice and, with --hostname, its VPS.',
      options: {
        account: integer('Account id.'),
        plan: text('Plan id or name.'),
        period: optional(choice(BILLING_PERIODS, 'Billing period. Default: the first period of the plan.')),
        hostname: optional(text('Host name of the VPS. Default: no VPS is created.')),
        image: optional(text('Image of the VPS. Default: the default image of the plan.')),
        coupon: optional(text('Coupon code.')),
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
      route: { roles: EVERY_ROLE, data: StaffSubscription },
      summary: 'List subscriptions.',
      options: {
        account: optional(integer('Filter by account id.')),
        plan: optional(text('Filter by plan name.')),
      },
      columns: ['id', 'account_id', 'name', 'status', 'price', 'currency', 'billing_period', 'current_period_end'],
      statuses: SUBSCRIPTION_STATUSES,
      searched: 'name, plan',
      page: async ({ account, ...given }) => db.read(subscriptions.list({ ...given, account_id: account })),
    }),
    command({
      name: 'subscription show',
      route: { roles: EVERY_ROLE, data: StaffSubscription },
      summary: 'Show a subscription.',
      options: { id },
      run: async (given) => db.read(subscriptions.show(given)),
    }),
    command({
      name: 'subscription change',
      route: { roles: MONEY },
      summary:
        'Change the plan of a subscription. Upgrades start immediately, prorated; downgrades start with the next period.',
      options: {
        id,
        plan: text('Plan id or name.'),
        period: optional(choice(BILLING_PERIODS, 'Billing period. Default: unchanged.')),
        expected_amount: optional(
          integer('Expected amount in minor units. The change is refused if the amount differs.'),
        ),
        dry_run: flag('Show the cost and start date without changing the plan.'),
      },
      run: async ({ dry_run, expected_amount, ...given }) =>
        dry_run
          ? db.read(subscriptions.preview(given))
          : db.write(() => subscriptions.changePlan({ ...given, expected_amount })),
    }),
    command({
      name: 'subscription cancel',
      route: { roles: MONEY },
      summary: 'Cancel a subscription at the end of the paid period, or immediately.',
      options: { id, immediately: flag('Cancel now and suspend the VPS.') },
      run: (given) => db.write(() => subscriptions.cancel(given)),
    }),
    command({
      name: 'subscription resume',
      route: { roles: MONEY },
      summary: 'Resume a subscription that is set to cancel.',
      options: { id },
      run: (given) => db.write(() => subscriptions.resume(given)),
    }),
    command({
      name: 'subscription link',
      route: { roles: MONEY },
      summary: 'Link a subscription to a VPS of its account that no subscription pays for, such as an adopted one.',
      options: { id, hosting: integer('VPS id.') },
      run: (given) => db.write(() => subscriptions.link(given)),
    }),
    command({
      name: 'subscription unlink',
      route: { roles: MONEY },
      summary:
        'Unlink a subscription from its VPS. Both go on; the VPS is not suspended or terminated with it any more.',
      options: { id },
      run: (given) => db.write(() => subscriptions.unlink(given)),
    }),
    command({
      name: 'subscription retry',
      route: { roles: MONEY },
      summary: 'Retry creating the server of a paid order.',
      options: { id },
      run: ({ id }) => db.write(() => subscriptions.retryOrder(id)),
    }),
  ];
}

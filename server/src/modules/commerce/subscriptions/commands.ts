import { type Command, command, integer, optional, text } from '../../../kernel/command.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import type { Clock } from '../../../kernel/time.ts';
import { requireAccount } from '../../identity/accounts/index.ts';
import { readSshKeyOptions, sshKeyOptions } from '../../resources/hosting/index.ts';
import { viewInvoice } from '../invoices/index.ts';
import { findPlan } from '../plans/index.ts';
import { listAllSubscriptions } from './operator-store.ts';
import type { SubscriptionService } from './service.ts';
import { viewSubscription } from './view.ts';

const ofAccount = optional(integer('Only of this customer.'));

interface Dependencies {
  db: Database;
  clock: Clock;
  subscriptions: SubscriptionService;
}

export function subscriptionCommands({ db, clock, subscriptions }: Dependencies): Command[] {
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
      async run({ account, plan: planName, hostname, ...given }) {
        const sshKeys = await readSshKeyOptions(given);
        if (hostname === undefined && sshKeys.length > 0) {
          throw new AppError('BAD_REQUEST', '--ssh-key needs --hostname: without one there is no VPS to log in to.');
        }
        return db.write(function* () {
          yield* requireAccount(account);
          const plan = yield* findPlan(planName);
          if (!plan) throw notFound('Plan');
          const order = { plan, hostname, sshKeys };
          const { subscription, invoice } = yield* subscriptions.create(account, order, clock.now());
          return { ...viewSubscription(subscription), invoice: viewInvoice(invoice) };
        });
      },
    }),
    command({
      name: 'subscription list',
      summary: 'List the subscriptions of all customers, or of one.',
      options: { account: ofAccount },
      columns: ['id', 'account_id', 'name', 'status', 'price', 'currency', 'billing_period', 'current_period_end'],
      async run({ account }) {
        const rows = await db.read(listAllSubscriptions(account));
        return rows.map((row) => ({ account_id: row.account_id, ...viewSubscription(row) }));
      },
    }),
  ];
}

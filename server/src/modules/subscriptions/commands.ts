import type { Command, CommandOption } from '../../kernel/command.ts';
import type { Database } from '../../kernel/db/database.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import type { Clock } from '../../kernel/time.ts';
import { requireAccount } from '../accounts/index.ts';
import { readSshKeyOptions, sshKeyOptions } from '../hosting/index.ts';
import { findPlan } from '../plans/index.ts';
import { findInvoiceOwner, listAllInvoices, listAllSubscriptions } from './operator-store.ts';
import type { SubscriptionService } from './service.ts';
import { viewInvoice, viewPayment, viewSubscription } from './view.ts';

const ofAccount: CommandOption = { type: 'integer', description: 'Only of this customer.' };

interface Dependencies {
  db: Database;
  clock: Clock;
  subscriptions: SubscriptionService;
}

export function subscriptionCommands({ db, clock, subscriptions }: Dependencies): Command[] {
  return [
    {
      name: 'subscription create',
      summary: 'Sell a plan to a customer: the subscription, its first invoice and, with a host name, its VPS.',
      options: {
        account: { type: 'integer', required: true, description: 'The customer.' },
        plan: { type: 'string', required: true, description: 'Id or name of the plan.' },
        hostname: { type: 'string', description: 'Host name of the VPS that comes with it; none when absent.' },
        ...sshKeyOptions,
      },
      async run(options) {
        const hostname = options.optionalString('hostname');
        const sshKeys = await readSshKeyOptions(options);
        if (hostname === undefined && sshKeys.length > 0) {
          throw new AppError('BAD_REQUEST', '--ssh-key needs --hostname: without one there is no VPS to log in to.');
        }
        return db.write(function* () {
          const accountId = options.integer('account');
          yield* requireAccount(accountId);
          const plan = yield* findPlan(options.string('plan'));
          if (!plan) throw notFound('Plan');
          const order = { plan, hostname, sshKeys };
          const { subscription, invoice } = yield* subscriptions.create(accountId, order, clock.now());
          return { ...viewSubscription(subscription), invoice: viewInvoice(invoice) };
        });
      },
    },
    {
      name: 'subscription list',
      summary: 'List the subscriptions of all customers, or of one.',
      options: { account: ofAccount },
      columns: ['id', 'account_id', 'name', 'status', 'price', 'currency', 'billing_period', 'current_period_end'],
      async run(options) {
        const rows = await db.read(listAllSubscriptions(options.optionalInteger('account')));
        return rows.map((row) => ({ account_id: row.account_id, ...viewSubscription(row) }));
      },
    },
    {
      name: 'invoice list',
      summary: 'List the invoices of all customers, or of one.',
      options: { account: ofAccount },
      columns: ['id', 'account_id', 'number', 'status', 'total', 'amount_due', 'currency', 'due_at'],
      async run(options) {
        const rows = await db.read(listAllInvoices(options.optionalInteger('account')));
        return rows.map((row) => ({ account_id: row.account_id, ...viewInvoice(row) }));
      },
    },
    {
      name: 'invoice pay',
      summary: 'Record that an invoice was paid in full.',
      options: {
        id: { type: 'integer', required: true, description: 'The invoice.' },
        method: { type: 'string', default: 'manual', description: 'How it was paid.' },
      },
      run: (options) =>
        db.write(function* () {
          const id = options.integer('id');
          const accountId = yield* findInvoiceOwner(id);
          if (accountId === undefined) throw notFound('Invoice');
          const { payment, invoice } = yield* subscriptions.pay(accountId, id, options.string('method'), clock.now());
          return viewPayment(payment, invoice);
        }),
    },
  ];
}

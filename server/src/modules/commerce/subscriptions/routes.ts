import { viewPage } from '../../../kernel/db/page.ts';
import { command, list, type Route, show } from '../../../kernel/http/route.ts';
import { INVOICE_STATUSES, Invoice } from '../invoices/index.ts';
import { Cancellation, SUBSCRIPTION_STATUSES, Subscription } from './schemas.ts';
import type { SubscriptionService } from './service.ts';
import { viewSubscription } from './view.ts';

const id = { aliases: ['subscription_id'], description: 'The subscription.' };

export function subscriptionRoutes(subscriptions: SubscriptionService): Route[] {
  return [
    list({
      path: '/subscriptions',
      access: 'billing.read',
      summary: 'List subscriptions',
      description: 'The search looks at the name of the product.',
      item: Subscription,
      statuses: SUBSCRIPTION_STATUSES,
      *handle({ caller }, page) {
        return viewPage(yield* subscriptions.list(caller.account.id, page), viewSubscription);
      },
    }),
    show({
      path: '/subscriptions/show',
      access: 'billing.read',
      summary: 'Show a subscription',
      description: 'As the list shows it.',
      id,
      data: Subscription,
      *handle(call) {
        return viewSubscription(yield* subscriptions.find(call.caller.account.id, call.id));
      },
    }),
    list({
      path: '/subscriptions/invoices',
      access: 'billing.read',
      summary: 'List the invoices of a subscription',
      description: 'The search looks at the number.',
      id: { ...id, name: 'subscription_id' },
      item: Invoice,
      statuses: INVOICE_STATUSES,
      *handle(call, page) {
        return yield* subscriptions.listInvoices(call.caller.account.id, call.id, page);
      },
    }),
    command({
      path: '/subscriptions/cancel',
      access: 'billing.write',
      summary: 'Cancel a subscription',
      description:
        'At the end of the period that is paid for; or at once, which also suspends its VPS and emits `subscription.cancelled`.',
      status: 200,
      message: 'Cancellation recorded.',
      id,
      body: Cancellation,
      data: Subscription,
      errors: ['CONFLICT'],
      *handle({ caller, id, body, now }) {
        return viewSubscription(yield* subscriptions.cancel(caller.account.id, id, body.immediately ?? false, now));
      },
    }),
  ];
}

import { viewPage } from '../../../kernel/db/page.ts';
import { command, list, type Route, show } from '../../../kernel/http/route.ts';
import { INVOICE_STATUSES, Invoice } from '../invoices/index.ts';
import { readOrder } from './orders/read-order.ts';
import { OrderedSubscription, OrderRequest } from './orders/schemas.ts';
import type { OrderService } from './orders/service.ts';
import { Cancellation, SUBSCRIPTION_STATUSES, Subscription } from './schemas.ts';
import type { SubscriptionService } from './service.ts';
import { viewSubscription } from './view.ts';

const id = { aliases: ['subscription_id'], description: 'The subscription.' };

interface Dependencies {
  subscriptions: SubscriptionService;
  orders: OrderService;
}

export function subscriptionRoutes({ subscriptions, orders }: Dependencies): Route[] {
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
    command({
      path: '/subscriptions',
      access: 'billing.write',
      summary: 'Order a server',
      description:
        'The subscription is `pending` until its first invoice is paid; then the VPS is made. Credit pays it at once; ordered with a key or its token, the account’s default payment method is charged at once, while people choose in the panel. An order that nobody pays is cancelled after 7 days, with its invoice. The first order decides the currency of the account. If the account has no complete billing address, the answer is 409. Hourly plans require a saved payment method, a trusted account, or credit for 7 days of all hourly subscriptions.',
      status: 201,
      message: 'Order recorded.',
      body: OrderRequest,
      data: OrderedSubscription,
      errors: ['NOT_FOUND', 'CONFLICT', 'QUOTA_EXCEEDED'],
      *handle({ caller, body, now }) {
        const order = yield* readOrder(caller.account.id, body);
        const byProgram = caller.credential.kind === 'key';
        const { subscription, invoice } = yield* orders.order(caller.account.id, { ...order, byProgram }, now);
        return { ...viewSubscription(subscription), invoice: invoice ?? null };
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
        'At the end of the period that is paid for; or at once, which also suspends its VPS and emits `subscription.cancelled`. The invoice of a period that has not begun is taken back where it is not paid. An order that waits for its payment is cancelled at once, with its invoice.',
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
    command({
      path: '/subscriptions/resume',
      access: 'billing.write',
      summary: 'Take a cancellation back',
      description:
        'As long as it has not happened: the subscription goes on, and is billed on, as if nothing had been said.',
      status: 200,
      message: 'The subscription goes on.',
      id,
      data: Subscription,
      errors: ['CONFLICT'],
      *handle({ caller, id }) {
        return viewSubscription(yield* subscriptions.resume(caller.account.id, id));
      },
    }),
  ];
}

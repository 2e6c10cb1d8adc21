import { viewPage } from '@hostler/database';
import { authorizeOnceUnbound } from '#kernel/http/caller.ts';
import { command, list, type Route, show } from '#kernel/http/route.ts';
import { refuseSuspended } from '../../identity/accounts/index.ts';
import type { Servers } from '../../resources/hosting/index.ts';
import { keepSshKeys } from '../../resources/ssh-keys/index.ts';
import { INVOICE_STATUSES, Invoice } from '../invoices/index.ts';
import { readOrder } from './orders/read-order.ts';
import { OrderedSubscription, OrderRequest } from './orders/schemas.ts';
import type { OrderService } from './orders/service.ts';
import { addSource } from './orders/source.ts';
import { Cancellation, SUBSCRIPTION_ORDERS, SUBSCRIPTION_STATUSES, Subscription } from './schemas.ts';
import type { SubscriptionService } from './service.ts';
import { viewSubscription } from './view.ts';

const id = { aliases: ['subscription_id'], description: 'Identifier of the subscription.' };

interface Dependencies {
  subscriptions: SubscriptionService;
  orders: OrderService;
  servers: Pick<Servers, 'findSource' | 'sealUserData'>;
}

export function subscriptionRoutes({ subscriptions, orders, servers }: Dependencies): Route[] {
  return [
    list({
      path: '/subscriptions',
      access: 'billing.read',
      summary: 'List subscriptions',
      description: 'Lists the subscriptions of the account, newest first. `search` matches the product name.',
      item: Subscription,
      statuses: SUBSCRIPTION_STATUSES,
      orders: SUBSCRIPTION_ORDERS,
      *handle({ caller }, page) {
        return viewPage(yield* subscriptions.list(caller.account.id, page), viewSubscription);
      },
    }),
    command({
      path: '/subscriptions',
      access: 'billing.write',
      summary: 'Create a subscription',
      description:
        'Orders a VPS. Emits `subscription.created`. The subscription is `pending` until the first invoice is paid; then the VPS is created. Credit is applied immediately. With an API key or its token, the default payment method is charged immediately; in the panel, the customer chooses how to pay. An unpaid order is cancelled with its invoice after 7 days. The first order sets the currency of the account. If the billing address is incomplete, the error is `CONFLICT`. Hourly plans require a saved payment method, a trusted account, or credit for 7 days of all hourly subscriptions.',
      status: 201,
      message: 'Order recorded.',
      body: OrderRequest,
      data: OrderedSubscription,
      errors: ['NOT_FOUND', 'CONFLICT', 'QUOTA_EXCEEDED'],
      *handle({ caller, body, now }) {
        yield* refuseSuspended(caller.account.id);
        const read = yield* readOrder(caller.account.id, body, servers);
        const order = yield* addSource(caller, body, read, servers);
        if (body.save_ssh_keys) {
          authorizeOnceUnbound('hosting.write', caller);
          yield* keepSshKeys(caller.account.id, order.sshKeys ?? [], now);
        }
        const byProgram = caller.credential.kind === 'key';
        const { subscription, invoice } = yield* orders.order(caller.account.id, { ...order, byProgram }, now);
        return { ...viewSubscription(subscription), invoice: invoice ?? null };
      },
    }),
    show({
      path: '/subscriptions/show',
      access: 'billing.read',
      summary: 'Get a subscription',
      description: 'Returns one subscription.',
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
      description: 'Lists the invoices and credit notes of a subscription, newest first. `search` matches the number.',
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
        'Cancels a subscription at the end of the paid period. With `immediately: true` it ends now: the VPS is suspended and `subscription.cancelled` is emitted. An unpaid invoice for a period that has not begun is cancelled. An unpaid order is always cancelled immediately, with its invoice. While the VPS is protected, `immediately: true` is refused with `CONFLICT`; a cancellation at the end of the period is accepted.',
      status: 200,
      message: 'Cancellation recorded.',
      id,
      body: Cancellation,
      data: Subscription,
      errors: ['CONFLICT'],
      *handle({ caller, id, body, now }) {
        const immediately = body.immediately ?? false;
        yield* subscriptions.refuseProtected(caller.account.id, id, immediately);
        return viewSubscription(yield* subscriptions.cancel(caller.account.id, id, immediately, now));
      },
    }),
    command({
      path: '/subscriptions/resume',
      access: 'billing.write',
      summary: 'Resume a subscription',
      description:
        'Resumes a subscription that is set to cancel at the end of its period. Billing continues as before. If the subscription has already ended, the error is `CONFLICT`.',
      status: 200,
      message: 'Subscription resumed.',
      id,
      data: Subscription,
      errors: ['CONFLICT'],
      *handle({ caller, id }) {
        return viewSubscription(yield* subscriptions.resume(caller.account.id, id));
      },
    }),
  ];
}

import { list, type Route } from '#kernel/http/route.ts';
import { PAYMENT_ORDERS, PAYMENT_STATUSES, Payment } from './schemas.ts';
import type { PaymentService } from './service.ts';

export function paymentRoutes(payments: PaymentService): Route[] {
  return [
    list({
      path: '/billing/payments',
      access: 'billing.read',
      summary: 'List payments',
      description:
        'Lists the payments of the account, newest first. `search` matches the method and the reference of payments that staff recorded.',
      item: Payment,
      statuses: PAYMENT_STATUSES,
      orders: PAYMENT_ORDERS,
      *handle({ caller }, page) {
        return yield* payments.list(caller.account.id, page);
      },
    }),
  ];
}

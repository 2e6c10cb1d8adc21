import { list, type Route, show } from '#kernel/http/route.ts';
import { Balance, PAYMENT_STATUSES, Payment } from './schemas.ts';
import type { PaymentService } from './service.ts';
import type { Standing } from './standing.ts';

export function paymentRoutes({ payments, standing }: { payments: PaymentService; standing: Standing }): Route[] {
  return [
    show({
      path: '/billing/balance',
      ofTheMoment: true,
      access: 'billing.read',
      summary: 'Get the balance',
      description:
        'Returns the credit and the open amounts of the account. Credit is applied to the next invoice automatically.',
      data: Balance,
      *handle({ caller, now }) {
        return yield* standing(caller.account.id, now);
      },
    }),
    list({
      path: '/billing/payments',
      access: 'billing.read',
      summary: 'List payments',
      description:
        'Lists the payments of the account, newest first. `search` matches the method and the reference of payments that staff recorded.',
      item: Payment,
      statuses: PAYMENT_STATUSES,
      *handle({ caller }, page) {
        return yield* payments.list(caller.account.id, page);
      },
    }),
  ];
}

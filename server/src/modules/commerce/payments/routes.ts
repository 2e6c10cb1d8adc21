import { list, type Route, show } from '../../../kernel/http/route.ts';
import { Balance, PAYMENT_STATUSES, Payment } from './schemas.ts';
import type { PaymentService } from './service.ts';
import type { Standing } from './standing.ts';

export function paymentRoutes({ payments, standing }: { payments: PaymentService; standing: Standing }): Route[] {
  return [
    show({
      path: '/billing/balance',
      ofTheMoment: true,
      access: 'billing.read',
      summary: 'Show what is due, and what credit there is',
      description: 'Credit pays the next invoice by itself.',
      data: Balance,
      *handle({ caller, now }) {
        return yield* standing(caller.account.id, now);
      },
    }),
    list({
      path: '/billing/payments',
      access: 'billing.read',
      summary: 'List payments',
      description: 'The search looks at the method, and at the reference of what staff recorded.',
      item: Payment,
      statuses: PAYMENT_STATUSES,
      *handle({ caller }, page) {
        return yield* payments.list(caller.account.id, page);
      },
    }),
  ];
}

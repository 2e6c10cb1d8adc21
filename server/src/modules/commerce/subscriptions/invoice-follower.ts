import type { InvoiceFollower, InvoiceService } from '../invoices/index.ts';
import type { ChangePaymentService } from './changes/payment-service.ts';
import type { OrderService } from './orders/service.ts';
import type { PaymentStatusService } from './payment-status.ts';

interface Dependencies {
  invoices: Pick<InvoiceService, 'subscriptionsOf'>;
  orders: Pick<OrderService, 'settle' | 'isInReview' | 'extend'>;
  paymentStatus: Pick<PaymentStatusService, 'reactivate'>;
  changePayment: Pick<ChangePaymentService, 'settle' | 'follow' | 'isAwaited'>;
}

/** Updates subscriptions when their invoices are paid, waived or replaced. */
export function followInvoices({ invoices, orders, paymentStatus, changePayment }: Dependencies): InvoiceFollower {
  return {
    *paid(accountId, { id }, at) {
      for (const subscriptionId of yield* invoices.subscriptionsOf(accountId, id)) {
        yield* orders.settle(accountId, subscriptionId, at);
      }
      yield* changePayment.settle(accountId, id, at);
    },

    /** The invoice is no longer overdue, and its order is not carried out. */
    *waived(accountId, { id }, at) {
      for (const subscriptionId of yield* invoices.subscriptionsOf(accountId, id)) {
        yield* paymentStatus.reactivate(accountId, subscriptionId);
      }
      yield* changePayment.settle(accountId, id, at);
    },

    replaced: (accountId, former, by, at) => changePayment.follow(accountId, former.id, by.id, at),
    isElective: changePayment.isAwaited,

    *isInReview(accountId, invoiceId) {
      for (const subscriptionId of yield* invoices.subscriptionsOf(accountId, invoiceId)) {
        if (yield* orders.isInReview(accountId, subscriptionId)) return true;
      }
      return false;
    },

    *authorized(accountId, invoiceId, until) {
      for (const subscriptionId of yield* invoices.subscriptionsOf(accountId, invoiceId)) {
        yield* orders.extend(accountId, subscriptionId, until);
      }
    },
  };
}

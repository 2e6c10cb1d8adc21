import { changeRow } from '../../../kernel/db/change-row.ts';
import { lockName } from '../../../kernel/db/query.ts';
import { AppError } from '../../../kernel/errors.ts';
import { emit } from '../../../kernel/events/emit.ts';
import type { InvoiceService } from '../invoices/index.ts';
import type { SubscriptionService } from '../subscriptions/index.ts';
import { insertPayment } from './store.ts';
import { viewPayment } from './view.ts';

interface Dependencies {
  invoices: InvoiceService;
  subscriptions: Pick<SubscriptionService, 'reactivate'>;
}

export type PaymentService = ReturnType<typeof createPaymentService>;

export function createPaymentService({ invoices, subscriptions }: Dependencies) {
  /** Records the payment of all that is due. */
  function pay(accountId: number, invoiceId: number, method: string, now: number) {
    return changeRow(
      () => invoices.find(accountId, invoiceId),
      function* (invoice) {
        if (invoice.status !== 'unpaid' && invoice.status !== 'overdue') {
          throw new AppError('CONFLICT', `Invoice ${invoice.number} is ${invoice.status}; there is nothing to pay.`);
        }
        // Two payments at once would each see the other's invoice as still overdue.
        yield* lockName(`subscription ${invoice.subscription_id}`);
        const paid = yield* invoices.settle(accountId, invoice, now);
        if (!paid) return undefined;
        const amount = invoice.total - invoice.amount_paid;
        const { currency } = invoice;
        const row = { invoice_id: invoice.id, amount, currency, method, received_at: now };
        const payment = yield* insertPayment(accountId, row);
        yield* subscriptions.reactivate(accountId, invoice.subscription_id);
        yield* emit({ accountId, type: 'payment.received', data: viewPayment(payment, paid), now });
        return { payment, invoice: paid };
      },
    );
  }

  return { pay };
}

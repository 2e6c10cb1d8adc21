import { randomUUID } from 'node:crypto';
import { lockName } from '../../../kernel/db/query.ts';
import { emit } from '../../../kernel/events/emit.ts';
import type { InvoiceService } from '../invoices/index.ts';
import type { Subscriptions } from '../subscriptions/index.ts';
import { insertAllocation } from './allocations/store.ts';
import { insertPayment } from './store.ts';
import { viewPayment } from './view.ts';

interface Dependencies {
  invoices: InvoiceService;
  subscriptions: Subscriptions;
}

export type PaymentService = ReturnType<typeof createPaymentService>;

export function createPaymentService({ invoices, subscriptions }: Dependencies) {
  /** Records the payment of all that is due. */
  function* pay(accountId: number, invoiceId: number, method: string, now: number) {
    const { currency } = yield* invoices.find(accountId, invoiceId);
    const subscriptionIds = yield* invoices.subscriptionsOf(accountId, invoiceId);
    // Two payments at once would each see the other's invoice as still overdue.
    for (const id of subscriptionIds) yield* lockName(`subscription ${id}`);
    const { invoice, amount } = yield* invoices.settle(accountId, invoiceId, now);
    const payment = yield* insertPayment(accountId, {
      key: `staff:${randomUUID()}`,
      invoice_id: invoiceId,
      amount,
      currency,
      method,
      status: 'succeeded',
      driver: null,
      method_id: null,
      reference: null,
      check_at: null,
      created_at: now,
      received_at: now,
    });
    if (!payment) throw new Error('a random key was there before');
    const allocation = { invoice_id: invoiceId, payment_id: payment.id, amount, created_at: now };
    yield* insertAllocation(accountId, allocation);
    for (const id of subscriptionIds) yield* subscriptions.reactivate(accountId, id);
    yield* emit({ accountId, type: 'payment.received', data: { ...viewPayment(payment), invoice }, now });
    return { payment, invoice };
  }

  return { pay };
}

import { randomUUID } from 'node:crypto';
import { LostRace, type Page, type PageRequest, type Query, viewPage } from '@hostler/database';
import { notFound } from '#kernel/errors.ts';
import { emit } from '#kernel/events/emit.ts';
import { findInvoice, type Invoice, requireDue } from '../invoices/index.ts';
import type { Allocations } from './allocations/service.ts';
import { errors } from './errors.ts';
import { lockMoney, post } from './ledger/service.ts';
import type { Payment } from './schemas.ts';
import * as store from './store.ts';
import { viewPayment } from './view.ts';

/** A received payment. */
export interface ReceivedPayment {
  /** Unique. Payments with the same key are recorded once. */
  key: string;
  /** The invoice. Null for any open invoice of the account. */
  invoiceId: number | null;
  amount: number;
  currency: string;
  method: string;
  driver?: string;
  reference?: string | null;
  receivedAt: number;
}

/** Called once for each payment, in the transaction that records its money. */
export type OnReceived = (accountId: number, payment: store.PaymentRow, invoice: Invoice | null) => Query<void>;

interface Dependencies {
  allocations: Allocations;
  onReceived: OnReceived;
}

export type PaymentService = ReturnType<typeof createPaymentService>;

export function createPaymentService({ allocations, onReceived }: Dependencies) {
  function* list(accountId: number, page: PageRequest): Query<Page<Payment>> {
    return viewPage(yield* store.listPayments(accountId, page), viewPayment);
  }

  function* find(accountId: number, id: number): Query<store.PaymentRow> {
    const payment = yield* store.findPayment(accountId, id);
    if (!payment) throw notFound('Payment');
    return payment;
  }

  /** The caller holds the lock of the account's money, so the row cannot change concurrently. */
  function* change(
    accountId: number,
    payment: store.PaymentRow,
    changes: Parameters<typeof store.changePayment>[2],
  ): Query<store.PaymentRow> {
    const changed = yield* store.changePayment(accountId, payment, changes);
    if (!changed) throw new LostRace();
    return changed;
  }

  /** Pays the invoice first. The rest becomes credit, which pays other open invoices, oldest first. */
  function* distribute(accountId: number, payment: store.PaymentRow, amount: number, key: string, at: number) {
    const { id: paymentId, invoice_id, currency } = payment;
    let left = amount;
    if (invoice_id !== null && (yield* findInvoice(accountId, invoice_id)).currency === currency) {
      left -= yield* allocations.settle(accountId, { invoice_id, payment_id: paymentId }, left, at);
    }
    if (left === 0) return;
    yield* post(accountId, { key, kind: 'payment', amount: left, currency, paymentId, at });
    yield* allocations.spendCredit(accountId, currency, at);
  }

  /** Allocates the money of a payment that succeeded, and emits its event. */
  function* receive(accountId: number, payment: store.PaymentRow, at: number): Query<Invoice | null> {
    yield* distribute(accountId, payment, payment.amount, `payment:${payment.id}`, at);
    const { invoice_id } = payment;
    const invoice = invoice_id === null ? null : yield* findInvoice(accountId, invoice_id);
    yield* emit({ accountId, type: 'payment.received', data: { ...viewPayment(payment), invoice }, now: at });
    yield* onReceived(accountId, payment, invoice);
    return invoice;
  }

  /** Records a payment once. A repeated call returns the existing payment. */
  function* record(accountId: number, received: ReceivedPayment, now: number) {
    const { key, invoiceId, amount, currency, method, driver = null, reference = null, receivedAt } = received;
    yield* lockMoney(accountId);
    if (invoiceId !== null) yield* findInvoice(accountId, invoiceId);
    const payment = yield* store.insertPayment(accountId, {
      key,
      invoice_id: invoiceId,
      amount,
      currency,
      method,
      status: 'succeeded',
      driver,
      method_id: null,
      reference,
      check_at: null,
      created_at: now,
      received_at: receivedAt,
    });
    if (payment) return { payment, invoice: yield* receive(accountId, payment, now), again: false };
    const before = yield* store.findPaymentByKey(accountId, key);
    if (!before) throw errors.payment_of_another_account();
    const invoice = before.invoice_id === null ? null : yield* findInvoice(accountId, before.invoice_id);
    return { payment: before, invoice, again: true };
  }

  /** Records the payment of the whole amount due. */
  function* pay(accountId: number, invoiceId: number, method: string, now: number) {
    // Without the lock two concurrent calls would each pay the whole amount.
    yield* lockMoney(accountId);
    const invoice = yield* findInvoice(accountId, invoiceId);
    requireDue(invoice);
    const { amount_due: amount, currency } = invoice;
    const key = `staff:${randomUUID()}`;
    const { payment } = yield* record(accountId, { key, invoiceId, amount, currency, method, receivedAt: now }, now);
    return { payment, invoice: yield* findInvoice(accountId, invoiceId) };
  }

  return { list, find, change, distribute, receive, record, pay };
}

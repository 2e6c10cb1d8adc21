import { randomUUID } from 'node:crypto';
import type { PaymentDriver, ProviderRefund } from '#engines/payment/driver.ts';
import type { Query } from '#kernel/db/query.ts';
import { conflict } from '#kernel/errors.ts';
import { enqueueJob } from '#kernel/jobs/queue.ts';
import type { InvoiceService, Refundable } from '../../invoices/index.ts';
import type { Allocations } from '../allocations/service.ts';
import { listSharesOfPayment } from '../allocations/store.ts';
import { balanceOf, lockMoney, post } from '../ledger/service.ts';
import { sumEntriesOfPayment } from '../ledger/store.ts';
import { insertPayout } from '../payouts/store.ts';
import type { ReversalService } from '../reversals/service.ts';
import type { PaymentService } from '../service.ts';
import type { TellStaff } from '../staff-mail.ts';
import type { PaymentRow } from '../store.ts';
import type { RefundDestination } from './schemas.ts';
import * as store from './store.ts';

export const REFUND = 'payments.refund';

export interface NewRefund {
  amount: number;
  /** `method`: the original payment method. `credit`: credit for the next invoice. */
  to: RefundDestination;
  /** Printed on the credit note. */
  reason: string;
}

interface Dependencies {
  invoices: Pick<InvoiceService, 'find' | 'creditInvoice'>;
  payments: PaymentService;
  reversals: ReversalService;
  allocations: Pick<Allocations, 'releaseShares' | 'spendCredit'>;
  findDriver: (name: string | null) => PaymentDriver | undefined;
  tellStaff: TellStaff;
}

export type RefundService = ReturnType<typeof createRefundService>;

export function createRefundService(dependencies: Dependencies) {
  const { invoices, payments, reversals, allocations, findDriver, tellStaff } = dependencies;

  /**
   * Refunds money. The part that is credit comes first. For the rest, the paid invoices are credited, so that the books
   * give the reason. The provider is called after the transaction. If no provider can refund, staff transfer the money.
   */
  function* refund(accountId: number, paymentId: number, { amount, to, reason }: NewRefund, now: number) {
    yield* lockMoney(accountId);
    const payment = yield* payments.find(accountId, paymentId);
    if (payment.status !== 'succeeded') {
      throw conflict(`Payment ${paymentId} is ${payment.status}; only what has succeeded can be refunded.`);
    }
    const left = yield* leftOf(accountId, payment);
    if (amount > left) throw conflict(`Of payment ${paymentId} only ${left} ${payment.currency} can be refunded.`);
    const key = `refund:${randomUUID()}`;
    const { currency } = payment;
    if (to === 'credit') yield* creditInvoices(accountId, payment, amount, reason, now);
    else {
      const credit = yield* creditOf(accountId, payment);
      // Posted before the credit notes. Otherwise their credit would pay the next open invoice.
      yield* post(accountId, { key, kind: 'refund', amount: -amount, currency, paymentId, reason, at: now });
      yield* creditInvoices(accountId, payment, Math.max(0, amount - credit), reason, now);
    }
    return yield* record(accountId, payment, { key, amount, to, reason }, now);
  }

  /** Queues the refund at the provider. If no provider can refund, the payment enters the payout list of staff. */
  function* record(accountId: number, payment: PaymentRow, refund: NewRefund & { key: string }, now: number) {
    const { key, amount, to, reason } = refund;
    const { id: payment_id, currency } = payment;
    const byDriver = to === 'method' && canRefund(payment);
    const row = yield* store.insertRefund(accountId, {
      ...{ payment_id, key, amount, currency, destination: to, reason },
      status: byDriver ? 'pending' : 'succeeded',
      reference: null,
      created_at: now,
      finished_at: byDriver ? null : now,
    });
    if (!row) throw new Error('a random key was there before');
    if (byDriver) yield* enqueueRefund(accountId, row.id, now);
    else if (to === 'method') {
      yield* countRefunded(accountId, payment, amount);
      const payout = yield* insertPayout(accountId, {
        refund_id: row.id,
        payment_id,
        amount,
        currency,
        reason,
        created_at: now,
      });
      yield* tellStaff.ofPayout(accountId, payment, payout, now);
    }
    return row;
  }

  /**
   * Refunds what a credit note took off an invoice: each payment by its original method, credit as credit. Amounts that
   * a payment no longer has, after a dispute or an earlier refund, stay credit.
   */
  function* returnMoney(
    accountId: number,
    { invoice: note, amount, key, reason }: Refundable & { reason: string },
    at: number,
  ): Query<void> {
    yield* lockMoney(accountId);
    const { currency, corrects_id: invoiceId } = note;
    if (invoiceId === null) throw new Error(`credit note ${note.number} corrects no invoice`);
    for (const part of yield* allocations.releaseShares(accountId, { invoiceId, amount, currency, key }, at)) {
      if (part.paymentId === null) continue;
      const payment = yield* payments.find(accountId, part.paymentId);
      const left = payment.status === 'succeeded' ? yield* leftOf(accountId, payment) : 0;
      const most = Math.min(part.amount, left, yield* balanceOf(accountId, currency));
      if (most <= 0) continue;
      const refund = { key: `refund:${key}:${payment.id}`, amount: most, to: 'method', reason } as const;
      const entry = { kind: 'refund', amount: -most, currency, paymentId: payment.id, reason, at } as const;
      yield* post(accountId, { ...entry, key: refund.key });
      yield* record(accountId, payment, refund, at);
    }
    yield* allocations.spendCredit(accountId, currency, at);
  }

  function* leftOf(accountId: number, { id, amount, refunded_amount }: PaymentRow): Query<number> {
    return amount - refunded_amount - (yield* store.sumUnderWay(accountId, id));
  }

  /** Returns the part of a payment that is still credit. */
  function* creditOf(accountId: number, { id, currency }: PaymentRow): Query<number> {
    return Math.max(0, Math.min(yield* sumEntriesOfPayment(accountId, id), yield* balanceOf(accountId, currency)));
  }

  function* creditInvoices(
    accountId: number,
    { id }: PaymentRow,
    amount: number,
    reason: string,
    now: number,
  ): Query<void> {
    let left = amount;
    for (const share of yield* listSharesOfPayment(accountId, id)) {
      const part = Math.min(left, share.amount);
      if (part <= 0) return;
      const { invoice_id: invoiceId } = share;
      const { refundable } = yield* invoices.creditInvoice(accountId, invoiceId, { amount: part, reason }, now);
      if (refundable < part) {
        const { number, amount_due } = yield* invoices.find(accountId, invoiceId);
        throw conflict(
          `Invoice ${number} is not paid in full: what is due of it goes first, and ${amount_due} is. Credit it first, or refund less.`,
        );
      }
      left -= part;
    }
    if (left > 0) throw conflict(`${left} of payment ${id} is credit that paid other invoices. Credit those first.`);
  }

  function canRefund({ driver, reference }: PaymentRow): boolean {
    return reference !== null && (findDriver(driver)?.capabilities.has('refund') ?? false);
  }

  function* countRefunded(accountId: number, payment: PaymentRow, amount: number): Query<PaymentRow> {
    const refunded_amount = payment.refunded_amount + amount;
    const all = payment.status === 'succeeded' && refunded_amount === payment.amount;
    return yield* payments.change(accountId, payment, { refunded_amount, ...(all ? { status: 'refunded' } : {}) });
  }

  /** Records the provider's result. A repetition changes nothing. */
  function* recordOutcome(accountId: number, id: number, outcome: RefundOutcome, at: number): Query<void> {
    yield* lockMoney(accountId);
    const refund = yield* store.findRefund(accountId, id);
    if (refund?.status !== 'pending') return;
    const { status, reference, failure } = outcome;
    const finished_at = status === 'pending' ? null : at;
    yield* store.changeRefund(accountId, refund, { status, reference, failure, finished_at });
    const payment = yield* payments.find(accountId, refund.payment_id);
    if (status === 'succeeded') yield* countRefunded(accountId, payment, refund.amount);
    if (status !== 'failed') return;
    const { amount, currency, payment_id: paymentId, key } = refund;
    yield* post(accountId, { key: `${key}:failed`, kind: 'refund_failed', amount, currency, paymentId, at });
    yield* tellStaff.ofFailedRefund(accountId, payment, refund, failure ?? 'The provider gave no reason.', at);
  }

  /** Records a refund made at the provider's own pages: the money has left, so the invoice is reopened. */
  function* recordForeign(accountId: number, paymentId: number, outcome: ProviderRefund, at: number): Query<void> {
    if (outcome.status !== 'succeeded') return;
    yield* lockMoney(accountId);
    const payment = yield* payments.find(accountId, paymentId);
    const { currency, reversed_amount, refunded_amount } = payment;
    const most = payment.amount - refunded_amount - reversed_amount - (yield* store.sumUnderWay(accountId, paymentId));
    const amount = Math.min(outcome.amount, most);
    if (amount <= 0) return;
    const key = `provider:${outcome.reference}`;
    const reason = 'Refunded at the provider.';
    const done = { destination: 'method', status: 'succeeded', created_at: at, finished_at: at } as const;
    const row = { payment_id: paymentId, key, amount, currency, reason, reference: outcome.reference, ...done };
    if (!(yield* store.insertRefund(accountId, row))) return;
    const counted = yield* countRefunded(accountId, payment, amount);
    yield* reversals.takeBack(accountId, counted, amount, key, at);
    yield* tellStaff.ofForeignRefund(accountId, counted, amount, at);
  }

  return { refund, returnMoney, recordOutcome, recordForeign };
}

export type RefundOutcome = Pick<ProviderRefund, 'status' | 'failure'> & { reference: string | null };

export function enqueueRefund(accountId: number, refundId: number, now: number): Query<void> {
  const payload = { account_id: accountId, refund_id: refundId };
  const serialKey = `refund ${refundId}`;
  return enqueueJob({ kind: REFUND, payload, accountId, lane: 'payments', serialKey, runAt: now });
}

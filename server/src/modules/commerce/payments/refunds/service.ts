import { randomUUID } from 'node:crypto';
import type { Query } from '@hostler/database';
import type { ProviderRefund } from '#engines/payment/driver.ts';
import { formatMoney } from '#kernel/currency.ts';
import type { InvoiceService } from '../../invoices/index.ts';
import { listSharesOfPayment } from '../allocations/store.ts';
import { balanceOf, lockMoney, post } from '../ledger/service.ts';
import { sumEntriesOfPayment } from '../ledger/store.ts';
import type { ReversalService } from '../reversals/service.ts';
import type { PaymentService } from '../service.ts';
import type { TellStaff } from '../staff-mail.ts';
import type { PaymentRow } from '../store.ts';
import { errors } from './errors.ts';
import type { NewRefund, Returns } from './returns.ts';
import * as store from './store.ts';

interface Dependencies {
  invoices: Pick<InvoiceService, 'find' | 'creditInvoice'>;
  payments: PaymentService;
  reversals: ReversalService;
  returns: Returns;
  tellStaff: TellStaff;
}

export type RefundService = ReturnType<typeof createRefundService>;

export function createRefundService(dependencies: Dependencies) {
  const { invoices, payments, reversals, returns, tellStaff } = dependencies;

  /**
   * Refunds money. The part that is credit comes first. For the rest, the paid invoices are credited, so that the books
   * give the reason. The provider is called after the transaction. If no provider can refund, staff transfer the money.
   */
  function* refund(accountId: number, paymentId: number, { amount, to, reason }: NewRefund, now: number) {
    yield* lockMoney(accountId);
    const payment = yield* payments.find(accountId, paymentId);
    if (payment.status !== 'succeeded') {
      throw errors.payment_not_succeeded({ id: paymentId, status: payment.status });
    }
    const left = yield* returns.leftOf(accountId, payment);
    if (amount > left) {
      throw errors.refund_too_large({ id: paymentId, left: formatMoney(left, payment.currency) });
    }
    const key = `refund:${randomUUID()}`;
    const { currency } = payment;
    if (to === 'credit') yield* creditInvoices(accountId, payment, amount, reason, now);
    else {
      const credit = yield* creditOf(accountId, payment);
      // Posted before the credit notes. Otherwise their credit would pay the next open invoice.
      yield* post(accountId, { key, kind: 'refund', amount: -amount, currency, paymentId, reason, at: now });
      yield* creditInvoices(accountId, payment, Math.max(0, amount - credit), reason, now);
    }
    return yield* returns.record(accountId, payment, { key, amount, to, reason }, now);
  }

  /** Returns the part of a payment that is still credit. */
  function* creditOf(accountId: number, { id, currency }: PaymentRow): Query<number> {
    return Math.max(0, Math.min(yield* sumEntriesOfPayment(accountId, id), yield* balanceOf(accountId, currency)));
  }

  function* creditInvoices(
    accountId: number,
    { id, currency }: PaymentRow,
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
        throw errors.refund_invoice_not_paid({ number, due: formatMoney(amount_due, currency) });
      }
      left -= part;
    }
    if (left > 0) throw errors.refund_credit_used({ left: formatMoney(left, currency), id });
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
    if (status === 'succeeded') yield* returns.countRefunded(accountId, payment, refund.amount);
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
    const counted = yield* returns.countRefunded(accountId, payment, amount);
    yield* reversals.takeBack(accountId, counted, amount, key, at);
    yield* tellStaff.ofForeignRefund(accountId, counted, amount, at);
  }

  return { refund, recordOutcome, recordForeign };
}

export type RefundOutcome = Pick<ProviderRefund, 'status' | 'failure'> & { reference: string | null };

import type { Query } from '@hostler/database';
import type { PaymentDriver } from '#engines/payment/driver.ts';
import { enqueueJob } from '#kernel/jobs/queue.ts';
import type { Refundable } from '../../invoices/index.ts';
import type { Allocations } from '../allocations/service.ts';
import { balanceOf, lockMoney, post } from '../ledger/service.ts';
import { insertPayout } from '../payouts/store.ts';
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
  payments: Pick<PaymentService, 'find' | 'change'>;
  allocations: Pick<Allocations, 'releaseShares' | 'spendCredit'>;
  findDriver: (name: string | null) => PaymentDriver | undefined;
  tellStaff: TellStaff;
}

export type Returns = ReturnType<typeof createReturns>;

/** Sends money back to where it came from. */
export function createReturns({ payments, allocations, findDriver, tellStaff }: Dependencies) {
  /** Queues the refund at the provider. If no provider can refund, the payment enters the payout list for staff. */
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
    if (!row) throw new Error('refund: key already exists');
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

  function canRefund({ driver, reference }: PaymentRow): boolean {
    return reference !== null && (findDriver(driver)?.capabilities.has('refund') ?? false);
  }

  function* countRefunded(accountId: number, payment: PaymentRow, amount: number): Query<PaymentRow> {
    const refunded_amount = payment.refunded_amount + amount;
    const all = payment.status === 'succeeded' && refunded_amount === payment.amount;
    return yield* payments.change(accountId, payment, { refunded_amount, ...(all ? { status: 'refunded' } : {}) });
  }

  return { record, returnMoney, leftOf, countRefunded };
}

export function enqueueRefund(accountId: number, refundId: number, now: number): Query<void> {
  const payload = { account_id: accountId, refund_id: refundId };
  const serialKey = `refund ${refundId}`;
  return enqueueJob({ kind: REFUND, payload, accountId, lane: 'payments', serialKey, runAt: now });
}

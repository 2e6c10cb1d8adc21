import type { Query } from '@hostler/database';
import type { Allocations } from '../allocations/service.ts';
import { listSharesOfPayment } from '../allocations/store.ts';
import { lockMoney, post } from '../ledger/service.ts';
import { sumEntriesOfPayment } from '../ledger/store.ts';
import { sumUnderWay } from '../refunds/store.ts';
import type { PaymentService } from '../service.ts';
import type { TellStaff } from '../staff-mail.ts';
import type { PaymentRow } from '../store.ts';
import { errors } from './errors.ts';
import { allowCharging, findChargingStop, stopCharging } from './store.ts';

interface Reversal {
  /** Set if only a part was reversed. */
  amount?: number | undefined;
  /** For staff: `fraudulent`. */
  reason: string;
}

interface Dependencies {
  payments: PaymentService;
  allocations: Allocations;
  tellStaff: TellStaff;
}

export type ReversalService = ReturnType<typeof createReversalService>;

export function createReversalService({ payments, allocations, tellStaff }: Dependencies) {
  /** Removes money from where a payment brought it: its credit first, then its invoices, newest first. */
  function* takeBack(accountId: number, payment: PaymentRow, amount: number, key: string, at: number): Query<void> {
    const { id: paymentId, currency } = payment;
    const credit = Math.min(amount, yield* sumEntriesOfPayment(accountId, paymentId));
    let left = amount;
    if (credit > 0) {
      yield* post(accountId, { key, kind: 'reversal', amount: -credit, currency, paymentId, at });
      left -= credit;
    }
    for (const share of yield* listSharesOfPayment(accountId, paymentId)) {
      const part = Math.min(left, share.amount);
      if (part <= 0) break;
      yield* allocations.takeOff(accountId, { ...share, amount: part }, at);
      left -= part;
    }
    yield* allocations.coverShortage(accountId, currency, at);
    yield* allocations.spendCredit(accountId, currency, at);
  }

  /**
   * Handles a reversal by the bank or card company: reopens the invoices, stops automatic charges and notifies staff. A
   * repetition changes nothing.
   */
  function* reverse(accountId: number, id: number, { amount, reason }: Reversal, at: number): Query<PaymentRow> {
    yield* lockMoney(accountId);
    const payment = yield* payments.find(accountId, id);
    if (payment.status === 'reversed') return payment;
    const kept = payment.amount - payment.refunded_amount - (yield* sumUnderWay(accountId, id));
    const taken = Math.min(amount ?? kept, kept);
    if (payment.status === 'pending' || payment.status === 'failed' || taken <= 0) {
      throw errors.payment_nothing_to_take_back({ id, status: payment.status });
    }
    const reversed = yield* payments.change(accountId, payment, { status: 'reversed', reversed_amount: taken });
    yield* takeBack(accountId, reversed, taken, `reversal:${id}:${at}`, at);
    yield* stopCharging({ account_id: accountId, payment_id: id, reason, created_at: at });
    yield* tellStaff.ofReversal(accountId, reversed, reason, at);
    return reversed;
  }

  /**
   * Handles a dispute. If the payment was refunded, nothing is left to reverse. Staff are notified, because only they
   * can show the provider that the money would be paid twice.
   */
  function* dispute(accountId: number, id: number, reversal: Reversal, at: number): Query<void> {
    yield* lockMoney(accountId);
    const payment = yield* payments.find(accountId, id);
    const left = payment.amount - payment.refunded_amount - (yield* sumUnderWay(accountId, id));
    const isRefunded = payment.status === 'refunded' || (payment.status === 'succeeded' && left <= 0);
    if (!isRefunded) return void (yield* reverse(accountId, id, reversal, at));
    const { reason } = reversal;
    // The provider repeats it with every step of the dispute.
    if ((yield* findChargingStop(accountId))?.payment_id === id) return;
    yield* stopCharging({ account_id: accountId, payment_id: id, reason, created_at: at });
    yield* tellStaff.ofDisputedRefund(accountId, payment, reason, at);
  }

  /** Handles a won dispute: the money is back and pays its invoice again. */
  function* restore(accountId: number, id: number, at: number): Query<PaymentRow> {
    yield* lockMoney(accountId);
    const payment = yield* payments.find(accountId, id);
    if (payment.status !== 'reversed') return payment;
    const { reversed_amount } = payment;
    const restored = yield* payments.change(accountId, payment, { status: 'succeeded', reversed_amount: 0 });
    yield* payments.distribute(accountId, restored, reversed_amount, `restored:${id}:${at}`, at);
    return restored;
  }

  return { takeBack, reverse, dispute, restore, findChargingStop, allowCharging };
}

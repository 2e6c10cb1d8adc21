import type { Query } from '@hostler/database';
import type { ProviderDispute, ProviderNotice, ProviderRefund } from '#engines/payment/driver.ts';
import type { RecordOutcome } from '../charging/outcome.ts';
import type { KeepMethod } from '../methods/keeping.ts';
import { findMethodOwner } from '../methods/operator-store.ts';
import { findPaymentOfProvider } from '../operator-store.ts';
import { findRefundByKey } from '../refunds/operator-store.ts';
import type { RefundService } from '../refunds/service.ts';
import type { ReversalService } from '../reversals/service.ts';
import { noteNotice } from './store.ts';

/** What notifications are recorded with. */
export interface Sources {
  recordOutcome: RecordOutcome;
  keepMethod: KeepMethod;
  refunds: RefundService;
  reversals: ReversalService;
}

/** `unknown`: the notification is not about our objects. */
export type Taken = 'done' | 'again' | 'unknown';
export type NoticeService = ReturnType<typeof createNoticeService>;

/** Handles each notification of a provider once, and records it like the response of a call. */
export function createNoticeService({ recordOutcome, keepMethod, refunds, reversals }: Sources) {
  function* take(driver: string, notice: ProviderNotice, now: number): Query<Taken> {
    if (!(yield* noteNotice({ driver, notice_id: notice.id, received_at: now }))) return 'again';
    return (yield* act(driver, notice, now)) ? 'done' : 'unknown';
  }

  function* act(driver: string, notice: ProviderNotice, now: number): Query<boolean> {
    switch (notice.type) {
      case 'payment': {
        const payment = yield* findPaymentOfProvider(driver, notice.payment);
        if (payment) yield* recordOutcome(payment.account_id, payment.id, notice.payment, now);
        return payment !== undefined;
      }
      case 'mandate': {
        const { mandate } = notice;
        const accountId = yield* findMethodOwner(driver, mandate.key, mandate.reference);
        if (accountId !== undefined) yield* keepMethod(accountId, driver, mandate, now);
        return accountId !== undefined;
      }
      case 'refund':
        return yield* takeRefund(driver, notice.refund, now);
      case 'dispute':
        return yield* takeDispute(driver, notice.dispute, now);
    }
  }

  function* takeRefund(driver: string, refund: ProviderRefund, now: number): Query<boolean> {
    const known = refund.key === null ? undefined : yield* findRefundByKey(refund.key);
    if (known) {
      yield* refunds.recordOutcome(known.account_id, known.id, refund, now);
      return true;
    }
    const payment = yield* findPaymentOfProvider(driver, { key: refund.paymentKey, reference: refund.payment });
    if (payment) yield* refunds.recordForeign(payment.account_id, payment.id, refund, now);
    return payment !== undefined;
  }

  function* takeDispute(driver: string, dispute: ProviderDispute, now: number): Query<boolean> {
    const { paymentKey: key, payment: reference, status, amount, reason } = dispute;
    const payment = yield* findPaymentOfProvider(driver, { key, reference });
    if (!payment) return false;
    if (status === 'won') yield* reversals.restore(payment.account_id, payment.id, now);
    else yield* reversals.dispute(payment.account_id, payment.id, { amount, reason }, now);
    return true;
  }

  return { take };
}

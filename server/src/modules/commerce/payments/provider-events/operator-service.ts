import type { Query } from '@hostler/database';
import type { ProviderDispute, ProviderEvent, ProviderRefund } from '#engines/payment/driver.ts';
import type { RecordOutcome } from '../charging/outcome.ts';
import type { KeepMethod } from '../methods/keeping.ts';
import { findMethodOwner } from '../methods/operator-store.ts';
import { findPaymentOfProvider } from '../operator-store.ts';
import { findRefundByKey } from '../refunds/operator-store.ts';
import type { RefundService } from '../refunds/service.ts';
import type { ReversalService } from '../reversals/service.ts';
import { noteProviderEvent } from './store.ts';

/** Services that record the content of a notification. */
export interface Sources {
  recordOutcome: RecordOutcome;
  keepMethod: KeepMethod;
  refunds: RefundService;
  reversals: ReversalService;
}

/** `unknown`: the notification is not about our objects. */
export type Taken = 'done' | 'again' | 'unknown';
export type ProviderEventService = ReturnType<typeof createProviderEventService>;

/** Handles each notification of a provider once, and records it like the response of a call. */
export function createProviderEventService({ recordOutcome, keepMethod, refunds, reversals }: Sources) {
  function* take(driver: string, providerEvent: ProviderEvent, now: number): Query<Taken> {
    if (!(yield* noteProviderEvent({ driver, notice_id: providerEvent.id, received_at: now }))) return 'again';
    return (yield* act(driver, providerEvent, now)) ? 'done' : 'unknown';
  }

  function* act(driver: string, providerEvent: ProviderEvent, now: number): Query<boolean> {
    switch (providerEvent.type) {
      case 'payment': {
        const payment = yield* findPaymentOfProvider(driver, providerEvent.payment);
        if (payment) yield* recordOutcome(payment.account_id, payment.id, providerEvent.payment, now);
        return payment !== undefined;
      }
      case 'mandate': {
        const { mandate } = providerEvent;
        const accountId = yield* findMethodOwner(driver, mandate.key, mandate.reference);
        if (accountId !== undefined) yield* keepMethod(accountId, driver, mandate, now);
        return accountId !== undefined;
      }
      case 'refund':
        return yield* takeRefund(driver, providerEvent.refund, now);
      case 'dispute':
        return yield* takeDispute(driver, providerEvent.dispute, now);
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

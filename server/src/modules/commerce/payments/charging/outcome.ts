import type { Query } from '@hostler/database';
import type { ProviderPayment } from '#engines/payment/driver.ts';
import { noteCard } from '../cards.ts';
import { lockMoney } from '../ledger/service.ts';
import type { KeepMethod } from '../methods/keeping.ts';
import type { PaymentService } from '../service.ts';
import type { PaymentRow } from '../store.ts';
import type { Authorizations } from './authorizations/service.ts';
import { errors } from './errors.ts';
import { nextCheckAt } from './polling/pause.ts';

/** Called in the transaction in which a payment fails. */
export type OnFailed = (accountId: number, payment: PaymentRow, at: number) => Query<void>;

interface Dependencies {
  payments: PaymentService;
  keepMethod: KeepMethod;
  onFailed: OnFailed;
  authorizations: Pick<Authorizations, 'hold' | 'explainEnd'>;
}

export type RecordOutcome = ReturnType<typeof createOutcome>;

/**
 * Records the provider's result of a payment: from the call, a notification or a poll, in any order and any number of
 * times. A failed payment may still succeed, if the customer tried another card. A payment that succeeded stays so.
 */
export function createOutcome({ payments, keepMethod, onFailed, authorizations }: Dependencies) {
  return function* recordOutcome(accountId: number, id: number, outcome: ProviderPayment, now: number) {
    yield* lockMoney(accountId);
    const payment = yield* payments.find(accountId, id);
    // A billing run for another time decides when the payment was started.
    const at = Math.max(now, payment.created_at);
    const { reference, status, failure, mandate } = outcome;
    if (mandate && payment.driver !== null) yield* keepMethod(accountId, payment.driver, mandate, at);
    if (outcome.card && payment.driver !== null) yield* noteCard(accountId, payment.driver, outcome.card, at);
    if (payment.status !== 'pending' && payment.status !== 'failed') return payment;
    if (status === 'succeeded') {
      if (outcome.currency !== payment.currency) {
        throw errors.payment_currency_differs({ id, currency: payment.currency, made: outcome.currency });
      }
      const received = yield* payments.change(accountId, payment, {
        status,
        amount: outcome.amount,
        reference,
        failure: null,
        failure_kind: null,
        processing: 0,
        check_at: null,
        capture_state: null,
        received_at: at,
      });
      yield* payments.receive(accountId, received, at);
      return received;
    }
    if (payment.status === 'failed') return payment;
    if (status === 'authorized') return yield* authorizations.hold(accountId, payment, outcome, now);
    if (status === 'pending') {
      return yield* payments.change(accountId, payment, {
        reference,
        processing: 1,
        check_at: nextCheckAt(payment, now),
      });
    }
    const failed = yield* payments.change(accountId, payment, {
      status,
      reference,
      failure: failure?.message ?? 'The payment failed; the provider gave no reason.',
      failure_kind: failure?.kind ?? 'soft',
      processing: 0,
      check_at: null,
      capture_state: null,
    });
    if (payment.capture_state === null || payment.capture_state === 'requested') yield* onFailed(accountId, failed, at);
    else yield* authorizations.explainEnd(accountId, failed, payment.capture_state, at);
    return failed;
  };
}

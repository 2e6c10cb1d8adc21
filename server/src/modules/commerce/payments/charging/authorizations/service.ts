import type { Query } from '@hostler/database';
import type { ProviderPayment } from '#engines/payment/driver.ts';
import { enqueueJob } from '#kernel/jobs/queue.ts';
import { type Clock, DAY } from '#kernel/time.ts';
import { findInvoice, type InvoiceFollower, type InvoiceFollowers } from '../../../invoices/index.ts';
import { lockMoney } from '../../ledger/service.ts';
import type { PaymentService } from '../../service.ts';
import { type CaptureState, listHeldPayments, listPaymentsOfInvoice, type PaymentRow } from '../../store.ts';
import { nextCheckAt } from '../polling/pause.ts';

export const END_AUTHORIZATION = 'payments.end-authorization';
/** Validity of most authorisations, if the provider reports none. */
const USUAL_VALIDITY = 7 * DAY;

/** Notifies staff and the customer in the transaction in which an authorisation is lost. */
export type OnLost = (accountId: number, payment: PaymentRow, at: number) => Query<void>;

interface Dependencies {
  clock: Clock;
  payments: Pick<PaymentService, 'change'>;
  followers: Pick<InvoiceFollowers, 'isInReview' | 'tellAuthorized'>;
  onLost: OnLost;
}

export type Authorizations = ReturnType<typeof createAuthorizations>;

/**
 * Card payments of orders in review: authorised by the customer, captured at the approval, cancelled if the invoice is
 * no longer due. The decision is stored first, and a job calls the provider.
 */
export function createAuthorizations({ clock, payments, followers, onLost }: Dependencies) {
  /** Records that a payment is authorised. If the order was decided meanwhile, the payment is captured or cancelled. */
  function* hold(accountId: number, payment: PaymentRow, { reference, authorizedUntil }: ProviderPayment, now: number) {
    if (payment.capture_state === 'capturing' || payment.capture_state === 'cancelling') return payment;
    const until = authorizedUntil ?? payment.authorized_until ?? now + USUAL_VALIDITY;
    const held = yield* payments.change(accountId, payment, {
      reference,
      processing: 0,
      capture_state: 'held',
      authorized_until: until,
      check_at: nextCheckAt(payment, now),
    });
    if (held.invoice_id !== null) yield* followers.tellAuthorized(accountId, held.invoice_id, until);
    yield* decide(accountId, held);
    return held;
  }

  /**
   * Captures the authorised payments of orders that are no longer in review, and cancels those of invoices that are no
   * longer due. Returns the number of captures.
   */
  function* settle(accountId: number): Query<number> {
    if ((yield* listHeldPayments(accountId)).length === 0) return 0;
    yield* lockMoney(accountId);
    let captured = 0;
    for (const payment of yield* listHeldPayments(accountId)) {
      if ((yield* decide(accountId, payment)) === 'capturing') captured++;
    }
    return captured;
  }

  function* decide(accountId: number, payment: PaymentRow): Query<CaptureState> {
    const { invoice_id } = payment;
    const due = invoice_id === null ? 0 : (yield* findInvoice(accountId, invoice_id)).amount_due;
    if (invoice_id === null || due <= 0) return yield* end(accountId, payment, 'cancelling', payment.amount);
    if (yield* followers.isInReview(accountId, invoice_id)) return 'held';
    const others = yield* listPaymentsOfInvoice(accountId, invoice_id);
    // One capture pays the invoice. Its success cancels the others.
    if (others.some(({ capture_state }) => capture_state === 'capturing')) return 'held';
    return yield* end(accountId, payment, 'capturing', Math.min(payment.amount, due));
  }

  function* end(
    accountId: number,
    payment: PaymentRow,
    state: 'capturing' | 'cancelling',
    amount: number,
  ): Query<CaptureState> {
    yield* payments.change(accountId, payment, { capture_state: state, amount, processing: 1, check_at: null });
    yield* enqueueJob({
      kind: END_AUTHORIZATION,
      payload: { account_id: accountId, payment_id: payment.id },
      accountId,
      lane: 'payments',
      serialKey: `payment ${payment.id}`,
      runAt: clock.now(),
    });
    return state;
  }

  /** Reports an authorisation that expired or could not be captured. A cancelled one is not news. */
  function* explainEnd(accountId: number, payment: PaymentRow, from: CaptureState, at: number): Query<void> {
    if (from === 'cancelling') return;
    yield* onLost(accountId, payment, at);
    // Another authorised payment may pay the invoice instead.
    yield* settle(accountId);
  }

  /** An invoice that was issued again with another tax keeps its authorised payment. */
  function* move(accountId: number, from: number, to: number): Query<void> {
    yield* lockMoney(accountId);
    for (const payment of yield* listHeldPayments(accountId)) {
      if (payment.invoice_id === from) yield* payments.change(accountId, payment, { invoice_id: to });
    }
  }

  function* settleAfter(accountId: number): Query<void> {
    yield* settle(accountId);
  }

  const follower: InvoiceFollower = {
    paid: settleAfter,
    waived: settleAfter,
    replaced: (accountId, former, by) => move(accountId, former.id, by.id),
  };

  return { hold, settle, explainEnd, follower };
}

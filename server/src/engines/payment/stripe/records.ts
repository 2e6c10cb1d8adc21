import type Stripe from 'stripe';
import { DAY, SECOND } from '#kernel/time.ts';
import type {
  PaymentFailure,
  ProviderCard,
  ProviderMandate,
  ProviderPayment,
  ProviderPaymentState,
  ProviderRefund,
} from '../driver.ts';
import { explainDecline } from './declines.ts';

/** Our metadata on Stripe objects: the installation, the key, and whether the customer pays on a page. */
export interface Ownership {
  /** Returns the idempotency key for Stripe, unique over all installations that share the account. */
  ownKey(key: string): string;
  /** Returns undefined if the object is not ours. */
  keyOf(metadata: Stripe.Metadata | null | undefined): string | undefined;
  label(key: string, more?: Record<string, string>): Stripe.MetadataParam;
}

export function createOwnership(installation: string): Ownership {
  const prefix = `hostler:${installation}:`;
  return {
    ownKey: (key) => prefix + key,
    label: (key, more = {}) => ({ hostler_key: prefix + key, ...more }),
    keyOf(metadata) {
      const key = metadata?.hostler_key;
      return key?.startsWith(prefix) ? key.slice(prefix.length) : undefined;
    },
  };
}

export const PAID_ON_PAGE = { hostler_by: 'page' };

export function isPaidOnPage({ metadata }: Stripe.PaymentIntent): boolean {
  return metadata.hostler_by === PAID_ON_PAGE.hostler_by;
}

/** Cards are authorised and captured later. Other methods, such as debits, cannot be, and are charged at once. */
export const AUTHORIZE_CARDS = { payment_method_options: { card: { capture_method: 'manual' } } } as const;

/** Parts of a payment that `describeIntent` needs expanded. */
export const INTENT_PARTS = ['payment_method'];
/** Stripe keeps an authorisation at most this long, and cancels the payment then. Some cards allow less. */
const LONGEST_AUTHORIZATION = 7 * DAY;

export function describeIntent(intent: Stripe.PaymentIntent, key: string | null): ProviderPayment {
  const { id, amount, currency, payment_method: method, customer, setup_future_usage: kept } = intent;
  const status = judgeIntent(intent);
  // The card of a saved method is known from its mandate, and the answer to a charge does not have it.
  const isNew = (status === 'succeeded' || status === 'authorized') && isPaidOnPage(intent);
  const card = isNew && method && typeof method === 'object' ? describeCard(method) : undefined;
  return {
    reference: id,
    key,
    status,
    failure: status === 'failed' ? explainFailure(intent) : null,
    // Less than the authorised amount may be captured.
    amount: status === 'succeeded' ? intent.amount_received || amount : amount,
    currency: currency.toUpperCase(),
    ...(status === 'authorized' ? { authorizedUntil: intent.created * SECOND + LONGEST_AUTHORIZATION } : {}),
    mandate:
      status === 'succeeded' && kept === 'off_session' && typeof method === 'object' && method && customer
        ? describeMethod(method, idOf(customer), key)
        : null,
    ...(card ? { card } : {}),
  };
}

function judgeIntent(intent: Stripe.PaymentIntent): ProviderPaymentState {
  if (intent.status === 'succeeded') return 'succeeded';
  if (intent.status === 'requires_capture') return 'authorized';
  if (intent.status === 'processing') return 'pending';
  // On a page the customer may try another card; otherwise there is no further attempt of this payment.
  return isPaidOnPage(intent) && intent.status !== 'canceled' ? 'pending' : 'failed';
}

function explainFailure(intent: Stripe.PaymentIntent): PaymentFailure {
  const { status, last_payment_error: error, cancellation_reason: reason } = intent;
  if (status === 'canceled' && (reason === 'automatic' || reason === 'expired')) {
    return { kind: 'soft', message: 'The authorisation of the card has expired.' };
  }
  if (status === 'requires_action') return explainDecline({ code: 'authentication_required' });
  return error ? explainDecline(error) : { kind: 'soft', message: 'The payment was not made.' };
}

export function describeSession(session: Stripe.Checkout.Session, key: string): ProviderPayment {
  const intent = session.payment_intent;
  if (intent && typeof intent !== 'string' && session.status === 'complete') return describeIntent(intent, key);
  const expired = session.status === 'expired';
  return {
    reference: session.id,
    key,
    status: expired ? 'failed' : 'pending',
    failure: expired ? { kind: 'soft', message: 'The payment was not made.' } : null,
    amount: session.amount_total ?? 0,
    currency: (session.currency ?? '').toUpperCase(),
    mandate: null,
  };
}

/** Charging needs both ids, so the reference of a mandate contains both. */
export function describeMethod(
  method: Stripe.PaymentMethod,
  customer: string,
  key: string | null,
  status: ProviderMandate['status'] = 'active',
): ProviderMandate {
  const { card, sepa_debit: debit } = method;
  const label = card
    ? `${card.brand.charAt(0).toUpperCase()}${card.brand.slice(1)} •••• ${card.last4}`
    : debit
      ? `SEPA debit •••• ${debit.last4}`
      : method.type.replaceAll('_', ' ');
  // A card is valid until the end of its month, and a little longer in western time zones.
  const expiresAt = card ? Date.UTC(card.exp_year, card.exp_month, 1) : null;
  return { reference: `${customer}/${method.id}`, key, status, label, expiresAt, ...describeCard(method) };
}

function describeCard({ card, sepa_debit: debit }: Stripe.PaymentMethod): ProviderCard {
  const fingerprint = card?.fingerprint ?? debit?.fingerprint;
  const country = card?.country ?? debit?.country;
  return { ...(fingerprint ? { fingerprint } : {}), ...(country ? { country } : {}) };
}

export function splitMandate(reference: string): { customer: string; method: string } | undefined {
  const [, customer, method] = /^(cus_\w+)\/(\w+)$/.exec(reference) ?? [];
  return customer && method ? { customer, method } : undefined;
}

export function describeRefund(refund: Stripe.Refund, keyOf: Ownership['keyOf']): ProviderRefund | undefined {
  const { id, amount, currency, metadata, payment_intent: intent, status } = refund;
  const paymentKey = intent && typeof intent !== 'string' ? keyOf(intent.metadata) : undefined;
  if (paymentKey === undefined || !intent) return undefined;
  const failed = status === 'failed' || status === 'canceled';
  return {
    reference: id,
    // Null for a refund that was made at Stripe.
    key: keyOf(metadata) ?? null,
    payment: idOf(intent),
    paymentKey,
    status: failed ? 'failed' : status === 'succeeded' ? 'succeeded' : 'pending',
    failure: failed ? 'The bank did not take the money back.' : null,
    amount,
    currency: currency.toUpperCase(),
  };
}

export function idOf(thing: string | { id: string }): string {
  return typeof thing === 'string' ? thing : thing.id;
}

import type Stripe from 'stripe';
import type { MandateRequest, PaymentOrder, ProviderMandate, ProviderPayment } from '../driver.ts';
import { AUTHORIZE_CARDS, describeMethod, describeSession, idOf, type Ownership, PAID_ON_PAGE } from './records.ts';

/** Parts of a session that `readSession` and `readSetup` need expanded. */
export const SESSION_PARTS = ['payment_intent.payment_method', 'setup_intent.payment_method'];

/** Parameters of a Checkout page for one payment. */
export function describePage(order: PaymentOrder, { label }: Ownership): Stripe.Checkout.SessionCreateParams {
  const { key, amount, currency, description, reference, returnUrl, customer, keep = false, authorize = false } = order;
  const metadata = label(key, PAID_ON_PAGE);
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: { currency: currency.toLowerCase(), unit_amount: amount, product_data: { name: description } },
      },
    ],
    // Charge the amount of the invoice in its currency.
    adaptive_pricing: { enabled: false },
    client_reference_id: reference,
    customer_email: customer.email,
    ...(keep ? { customer_creation: 'always' } : {}),
    success_url: returnUrl,
    cancel_url: returnUrl,
    metadata,
    ...(authorize ? AUTHORIZE_CARDS : {}),
    payment_intent_data: { description, metadata, ...(keep ? { setup_future_usage: 'off_session' } : {}) },
  };
}

/** Parameters of a Checkout page where a customer saves a card or an account. */
export function describeSetupPage(
  { key, currency, returnUrl }: MandateRequest,
  customer: string,
  { label }: Ownership,
): Stripe.Checkout.SessionCreateParams {
  const metadata = label(key);
  return {
    mode: 'setup',
    currency: currency.toLowerCase(),
    customer,
    success_url: returnUrl,
    cancel_url: returnUrl,
    metadata,
    setup_intent_data: { metadata },
  };
}

export function readSession(session: Stripe.Checkout.Session, keyOf: Ownership['keyOf']): ProviderPayment | undefined {
  const key = keyOf(session.metadata);
  return key === undefined ? undefined : describeSession(session, key);
}

/** Returns undefined if the setup was not completed, or it is not ours. */
export function readSetup(session: Stripe.Checkout.Session, keyOf: Ownership['keyOf']): ProviderMandate | undefined {
  const key = keyOf(session.metadata);
  const intent = session.setup_intent;
  if (key === undefined || session.status !== 'complete' || !intent || typeof intent === 'string') return undefined;
  const { payment_method: method } = intent;
  if (intent.status !== 'succeeded' || !method || typeof method === 'string' || !session.customer) return undefined;
  return describeMethod(method, idOf(session.customer), key);
}

/** Open pages that are searched, newest first. A page is open for a day. */
const MOST_PAGES_LOOKED_AT = 1_000;

/** Finds the open page of a payment. Stripe cannot search by metadata here, so the newest pages are scanned. */
export async function findPage(
  stripe: Stripe,
  { key, amount, currency }: PaymentOrder,
  keyOf: Ownership['keyOf'],
): Promise<Stripe.Checkout.Session | undefined> {
  let looked = 0;
  for await (const session of stripe.checkout.sessions.list({ status: 'open', limit: 100 })) {
    const { amount_total, currency: own, metadata } = session;
    if (keyOf(metadata) === key && session.mode === 'payment') {
      return amount_total === amount && own === currency.toLowerCase() ? session : undefined;
    }
    looked += 1;
    if (looked >= MOST_PAGES_LOOKED_AT) return undefined;
  }
  return undefined;
}

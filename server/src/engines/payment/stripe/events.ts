import type Stripe from 'stripe';
import { EngineError } from '../../engine.ts';
import type { EventHeaders, ProviderDispute, ProviderEvent, ProviderMandate } from '../driver.ts';
import {
  describeIntent,
  describeMethod,
  describeRefund,
  INTENT_PARTS,
  idOf,
  isPaidOnPage,
  type Ownership,
} from './records.ts';
import { readSession, readSetup, SESSION_PARTS } from './sessions.ts';

type About = ProviderEvent extends infer ProviderEventOf
  ? ProviderEventOf extends { id: string }
    ? Omit<ProviderEventOf, 'id'>
    : never
  : never;

/**
 * Parses an event of Stripe. Payments, mandates, refunds and disputes are fetched again, so that the order, the delay
 * and the API version of notices do not matter.
 */
export async function readEvent(
  stripe: Stripe,
  { keyOf }: Ownership,
  { body, headers, secret }: { body: Buffer; headers: EventHeaders; secret: string },
): Promise<ProviderEvent[]> {
  const event = await verify(stripe, body, headers, secret);
  const about = await look().catch((error: unknown) => explainLookup(error, event));
  return about ? [{ ...about, id: event.id }] : [];

  async function look(): Promise<About | undefined> {
    switch (event.type) {
      case 'checkout.session.completed':
      case 'checkout.session.async_payment_succeeded':
      case 'checkout.session.async_payment_failed':
      case 'checkout.session.expired':
        return fetchSession(event.data.object.id);
      case 'payment_intent.succeeded':
      case 'payment_intent.payment_failed':
      case 'payment_intent.canceled':
      case 'payment_intent.amount_capturable_updated':
        return fetchIntent(event.data.object.id);
      case 'refund.created':
      case 'refund.updated':
      case 'refund.failed':
        return fetchRefund(event.data.object.id);
      case 'charge.dispute.created':
      case 'charge.dispute.funds_withdrawn':
      case 'charge.dispute.closed':
        return fetchDispute(event.data.object);
      case 'payment_method.automatically_updated':
        return tellMethod(event.data.object, event.data.object.customer, 'active');
      case 'payment_method.detached':
        return tellMethod(event.data.object, event.data.previous_attributes?.customer, 'ended');
      default:
        return undefined;
    }
  }

  async function fetchSession(id: string): Promise<About | undefined> {
    const session = await stripe.checkout.sessions.retrieve(id, { expand: SESSION_PARTS });
    if (session.mode === 'setup') {
      const mandate = readSetup(session, keyOf);
      return mandate && { type: 'mandate', mandate };
    }
    const payment = readSession(session, keyOf);
    return payment && { type: 'payment', payment };
  }

  async function fetchIntent(id: string): Promise<About | undefined> {
    const intent = await stripe.paymentIntents.retrieve(id, { expand: INTENT_PARTS });
    const key = keyOf(intent.metadata);
    // A failed attempt on a page is not final: the session reports the end.
    if (key === undefined || (isPaidOnPage(intent) && !FINAL.has(intent.status))) return undefined;
    return { type: 'payment', payment: describeIntent(intent, key) };
  }

  async function fetchRefund(id: string): Promise<About | undefined> {
    const refund = describeRefund(await stripe.refunds.retrieve(id, { expand: ['payment_intent'] }), keyOf);
    return refund && { type: 'refund', refund };
  }

  async function fetchDispute(told: Stripe.Dispute): Promise<About | undefined> {
    const dispute = await findDispute(stripe, told);
    const status = DISPUTE_STATES[dispute.status];
    if (!status || !dispute.payment_intent) return undefined;
    const intent = await stripe.paymentIntents.retrieve(idOf(dispute.payment_intent));
    const paymentKey = keyOf(intent.metadata);
    if (paymentKey === undefined) return undefined;
    const { id: reference, amount, currency, reason } = dispute;
    const about = { reference, payment: intent.id, paymentKey, status, reason: reason.replaceAll('_', ' ') };
    return { type: 'dispute', dispute: { ...about, amount, currency: currency.toUpperCase() } };
  }
}

/**
 * The signature was valid, so a failed lookup must not be `refused`, which means a wrong signature. An object that
 * Stripe does not have is `not_found`; after any other error Stripe must send the event again.
 */
function explainLookup(error: unknown, event: Stripe.Event): never {
  const { type, statusCode, code } = error as { type?: string; statusCode?: number; code?: string };
  if (type !== 'StripeInvalidRequestError') throw error;
  const cause = new Error(`look-up for ${event.type} ${event.id}: ${statusCode} ${code ?? type}`);
  if (statusCode === 404)
    throw new EngineError('not_found', 'The payment provider does not have the object.', { cause });
  throw new EngineError('unreachable', 'The payment provider refused a look-up.', { cause });
}

/** A restricted key from before disputes were read may lack the permission; then the content of the notice is used. */
async function findDispute(stripe: Stripe, told: Stripe.Dispute): Promise<Stripe.Dispute> {
  try {
    return await stripe.disputes.retrieve(told.id);
  } catch (error) {
    if ((error as { type?: string }).type === 'StripePermissionError') return told;
    throw error;
  }
}

/** States of a payment on a page that its session does not report. */
const FINAL: ReadonlySet<string> = new Set(['succeeded', 'requires_capture', 'canceled']);

/** Inquiries before a dispute move no money; the company handles them at Stripe. */
const DISPUTE_STATES: Readonly<Record<string, ProviderDispute['status']>> = {
  needs_response: 'open',
  under_review: 'open',
  appeal_needs_response: 'open',
  appeal_under_review: 'open',
  won: 'won',
  lost: 'lost',
};

function tellMethod(
  method: Stripe.PaymentMethod,
  customer: string | { id: string } | null | undefined,
  status: ProviderMandate['status'],
): About | undefined {
  return customer ? { type: 'mandate', mandate: describeMethod(method, idOf(customer), null, status) } : undefined;
}

async function verify(stripe: Stripe, body: Buffer, headers: EventHeaders, secret: string): Promise<Stripe.Event> {
  try {
    return await stripe.webhooks.constructEventAsync(body, String(headers['stripe-signature'] ?? ''), secret);
  } catch {
    // The error of the library quotes the body and the signature, which must not be logged.
    throw new EngineError('refused', 'The notice is not signed by the payment provider.');
  }
}

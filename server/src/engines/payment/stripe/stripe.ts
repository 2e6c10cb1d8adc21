import type Stripe from 'stripe';
import { EngineError, type OperationOptions } from '../../engine.ts';
import type { MandateCharge, PaymentDriver, PaymentFailure, ProviderPayment } from '../driver.ts';
import { checkAmount, checkKey, refuseKeyUsedOtherwise } from '../payment-rules.ts';
import { checkStripe } from './check.ts';
import { openStripe, type StripeAccess } from './client.ts';
import { readEvent } from './events.ts';
import {
  AUTHORIZE_CARDS,
  createOwnership,
  describeIntent,
  describeRefund,
  INTENT_PARTS,
  idOf,
  splitMandate,
} from './records.ts';
import { findRefund } from './refunds.ts';
import { describePage, describeSetupPage, findPage, readSession, readSetup, SESSION_PARTS } from './sessions.ts';

/**
 * Stripe counts the first two in hundredths, although they have none, and the last in whole units, although it has
 * decimals.
 */
const MISCOUNTED = new Set(['ISK', 'UGX', 'MGA']);

/** Driver for Stripe by its own library: Checkout pages, saved cards and debits, refunds, notices. */
export function createStripe(access: StripeAccess): PaymentDriver {
  const call = openStripe(access);
  const own = createOwnership(access.installation);
  const under = (key: string) => ({ idempotencyKey: own.ownKey(key) });

  const readPayment = (reference: string, options?: OperationOptions) =>
    call(async (stripe) => {
      if (reference.startsWith('cs_')) {
        return readSession(await stripe.checkout.sessions.retrieve(reference, { expand: SESSION_PARTS }), own.keyOf);
      }
      const intent = await stripe.paymentIntents.retrieve(reference, { expand: INTENT_PARTS });
      const key = own.keyOf(intent.metadata);
      return key === undefined ? undefined : describeIntent(intent, key);
    }, options);

  /**
   * The search index of Stripe lags some seconds behind. Until then a retry with the same key returns the same result.
   */
  const findPayment = (key: string, options?: OperationOptions) =>
    call(async (stripe) => {
      const query = `metadata['hostler_key']:${JSON.stringify(own.ownKey(key))}`;
      const expand = INTENT_PARTS.map((part) => `data.${part}`);
      const { data } = await stripe.paymentIntents.search({ query, limit: 1, expand });
      return data[0] && describeIntent(data[0], key);
    }, options);

  return {
    name: 'stripe',
    capabilities: new Set(['redirect', 'mandate', 'charge', 'refund', 'webhook', 'authorize']),
    check: () => checkStripe(access, call),

    async startPayment(order, options) {
      checkStripeAmount(order);
      const session = await call(async (stripe) => {
        try {
          return await stripe.checkout.sessions.create(describePage(order, own), under(order.key));
        } catch (error) {
          // The page that was started before, although the customer now has another return URL or wants to save the
          // card.
          const begun = isKeyUsed(error) ? await findPage(stripe, order, own.keyOf) : undefined;
          if (begun) return begun;
          throw error;
        }
      }, options);
      return { reference: session.id, status: 'pending', next: leadTo(session) };
    },

    async createMandate(request, options) {
      checkKey(request.key);
      const { email, name } = request.customer;
      const session = await call(async (stripe) => {
        const details = { email, name, metadata: own.label(request.key) };
        const customer = await stripe.customers.create(details, under(`${request.key}:customer`));
        return stripe.checkout.sessions.create(describeSetupPage(request, customer.id, own), under(request.key));
      }, options);
      return { reference: session.id, next: leadTo(session) };
    },

    fetchMandate: (setup, options) =>
      call(async (stripe) => {
        return readSetup(await stripe.checkout.sessions.retrieve(setup, { expand: SESSION_PARTS }), own.keyOf);
      }, options),

    async cancelMandate(mandate, options) {
      const parts = splitMandate(mandate);
      if (!parts) return;
      try {
        await call((stripe) => stripe.paymentMethods.detach(parts.method), options);
      } catch (error) {
        // Detached before, or removed at Stripe.
        if (error instanceof EngineError && (error.code === 'refused' || error.code === 'not_found')) return;
        throw error;
      }
    },

    async chargeMandate(charge, options) {
      checkStripeAmount(charge);
      const parts = splitMandate(charge.mandate);
      if (!parts) return declineUnasked(charge);
      return call(async (stripe) => {
        try {
          const intent = await stripe.paymentIntents.create(
            {
              amount: charge.amount,
              currency: charge.currency.toLowerCase(),
              customer: parts.customer,
              payment_method: parts.method,
              confirm: true,
              off_session: true,
              automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
              description: charge.description,
              metadata: own.label(charge.key, { invoice: charge.reference }),
              ...(charge.authorize ? AUTHORIZE_CARDS : {}),
            },
            under(charge.key),
          );
          return describeIntent(intent, charge.key);
        } catch (error) {
          return explainRefusal(stripe, error as StripeError, charge);
        }
      }, options);
    },

    async capture(order, options) {
      checkStripeAmount(order);
      const { payment, amount: amount_to_capture } = order;
      return call(async (stripe) => {
        const intent = await findIntent(stripe, payment);
        const capture = () =>
          stripe.paymentIntents.capture(intent, { amount_to_capture }, under(`${order.key}:capture`));
        return endAuthorization(stripe, intent, order.key, capture);
      }, options);
    },

    cancelAuthorization: (payment, options) =>
      call(async (stripe) => {
        const intent = await findIntent(stripe, payment);
        return endAuthorization(stripe, intent, null, () => stripe.paymentIntents.cancel(intent));
      }, options),

    async refund(order, options) {
      checkStripeAmount(order);
      const refund = await call(async (stripe) => {
        const intent = await findIntent(stripe, order.payment);
        const { amount, key } = order;
        const made = await findRefund(stripe, intent, key, own.keyOf);
        if (made && made.amount !== amount) refuseKeyUsedOtherwise();
        if (made) return made;
        const params = { payment_intent: intent, amount, metadata: own.label(key), expand: ['payment_intent'] };
        return stripe.refunds.create(params, under(key));
      }, options);
      const described = describeRefund(refund, own.keyOf);
      if (described) return described;
      throw new EngineError('not_found', 'The payment provider does not know this payment.');
    },

    async fetchStatus(asked, options) {
      if ('key' in asked) return findPayment(asked.key, options);
      try {
        return await readPayment(asked.reference, options);
      } catch (error) {
        if (error instanceof EngineError && error.code === 'not_found') return undefined;
        throw error;
      }
    },

    parseWebhook: (body, headers) =>
      call((stripe) => readEvent(stripe, own, { body, headers, secret: access.webhookSecret })),
  };
}

function checkStripeAmount(order: { key: string; amount: number; currency: string }): void {
  checkAmount(order);
  if (MISCOUNTED.has(order.currency)) {
    throw new EngineError('refused', `Payments in ${order.currency} cannot be made this way.`);
  }
}

function leadTo({ url }: Stripe.Checkout.Session) {
  // A completed page has no URL.
  return url ? ({ type: 'redirect', url } as const) : ({ type: 'none' } as const);
}

type StripeError = InstanceType<typeof Stripe.errors.StripeError>;

function isKeyUsed(error: unknown): boolean {
  const { type, statusCode } = error as StripeError;
  return type === 'StripeIdempotencyError' && statusCode !== 409;
}

const GONE: PaymentFailure = {
  kind: 'hard',
  message: 'This payment method cannot be used any more. Please use another one.',
};

/** A decline of the bank is a result; so is a card that Stripe no longer has. Anything else is our error. */
async function explainRefusal(stripe: Stripe, error: StripeError, charge: MandateCharge): Promise<ProviderPayment> {
  if (error.type === 'StripeCardError' && error.payment_intent) return describeIntent(error.payment_intent, charge.key);
  if (error.type === 'StripeInvalidRequestError' && (await isGone(stripe, charge.mandate)))
    return declineUnasked(charge);
  throw error;
}

async function isGone(stripe: Stripe, mandate: string): Promise<boolean> {
  const { method = '', customer } = splitMandate(mandate) ?? {};
  try {
    const found = await stripe.paymentMethods.retrieve(method);
    return found.customer === null || idOf(found.customer) !== customer;
  } catch (error) {
    if ((error as StripeError).statusCode === 404) return true;
    throw error;
  }
}

/** Stripe created no payment, so our key is the only reference. */
function declineUnasked({ key, amount, currency }: MandateCharge): ProviderPayment {
  return { reference: key, key, status: 'failed', failure: GONE, amount, currency, mandate: null };
}

/** If the payment is no longer authorised, or the bank declines the capture, its state is the result. */
async function endAuthorization(
  stripe: Stripe,
  id: string,
  key: string | null,
  end: () => Promise<Stripe.PaymentIntent>,
): Promise<ProviderPayment> {
  try {
    await end();
  } catch (error) {
    const { type, code } = error as StripeError;
    if (type !== 'StripeCardError' && code !== 'payment_intent_unexpected_state') throw error;
  }
  const described = describeIntent(await stripe.paymentIntents.retrieve(id, { expand: INTENT_PARTS }), key);
  if (described.status !== 'authorized' || key === null) return described;
  return { ...described, status: 'failed', failure: { kind: 'soft', message: 'The bank declined the capture.' } };
}

async function findIntent(stripe: Stripe, payment: string): Promise<string> {
  if (!payment.startsWith('cs_')) return payment;
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(payment);
  if (intent) return idOf(intent);
  throw new EngineError('refused', 'No more can be refunded than is left of the payment.');
}

import { describePaymentDriver } from '@hostler/testing/contracts/payment.ts';
import { FAKE_STRIPE_KEY, FAKE_WEBHOOK_SECRET, startStripeServer } from '@hostler/testing/engines/stripe/server.ts';
import { createStripe } from './stripe.ts';

const calls = { startPayment: '/v1/checkout/sessions', chargeMandate: '/v1/payment_intents', refund: '/v1/refunds' };
const callOf = (operation: keyof typeof calls | 'capture') =>
  operation === 'capture' ? '/v1/payment_intents/pi_' : calls[operation];

describePaymentDriver('Stripe', ['redirect', 'mandate', 'charge', 'refund', 'webhook', 'authorize'], async () => {
  const server = await startStripeServer();
  const access = { secretKey: FAKE_STRIPE_KEY, webhookSecret: FAKE_WEBHOOK_SECRET, installation: 'tests' };
  return {
    driver: createStripe({ ...access, apiUrl: server.url }),
    finish: async (reference, card) => server.finish(reference, card),
    settle: async (reference) => server.settle(reference),
    expire: async (reference) => server.expire(reference),
    dispute: async (reference, status) => server.dispute(reference, status),
    takeEvents: async () => server.takeEvents(),
    // The library itself retries once after a closed connection.
    loseNextAnswer: async (operation) => server.fail({ call: `POST ${callOf(operation)}`, times: 2, fault: 'reset' }),
    setReachable: async (reachable) => server.setAway(!reachable),
    countCharges: async (invoice) =>
      [...server.ledger.things.values()].filter(
        ({ object, metadata }) =>
          object === 'payment_intent' && (metadata as Record<string, string>).invoice === invoice,
      ).length,
    close: () => server.close(),
  };
});

import type Stripe from 'stripe';
import { EngineError, type EngineHealth } from '../../engine.ts';
import type { StripeAccess } from './client.ts';

type Call = <T>(work: (stripe: Stripe) => Promise<T>) => Promise<T>;

/** Reads one payment, which every key must be allowed to do. */
export async function checkStripe({ secretKey }: StripeAccess, call: Call): Promise<EngineHealth> {
  const live = /^.._live_/.test(secretKey);
  try {
    const version = await call(async (stripe) => {
      await stripe.paymentIntents.list({ limit: 1 });
      return stripe.getApiField('version');
    });
    const detail = live ? 'Live: customers are charged.' : 'Test mode: no money moves.';
    return { reachable: true, version: `Stripe API ${version}`, detail, advice: null };
  } catch (error) {
    const cause = error instanceof EngineError && error.cause instanceof Error ? error.cause.message : '';
    const refused = /StripeAuthenticationError|StripePermissionError/.test(cause);
    return {
      reachable: false,
      version: null,
      detail: refused ? 'Stripe does not accept the key.' : 'Stripe did not respond.',
      advice: refused ? 'Check HOSTLER_STRIPE_SECRET_KEY.' : 'Check status.stripe.com and the network of this machine.',
    };
  }
}

import type Stripe from 'stripe';
import type { Ownership } from './records.ts';

/**
 * What was made of a refund under this key, as it is now. Stripe forgets keys after a day, while a refund may wait for weeks until
 * the company has money there: asked for again by its key alone, it would be made twice.
 */
export async function findRefund(
  stripe: Stripe,
  intent: string,
  key: string,
  keyOf: Ownership['keyOf'],
): Promise<Stripe.Refund | undefined> {
  const refunds = stripe.refunds.list({ payment_intent: intent, limit: 100, expand: ['data.payment_intent'] });
  for await (const refund of refunds) if (keyOf(refund.metadata) === key) return refund;
  return undefined;
}

import type Stripe from 'stripe';
import type { Ownership } from './records.ts';

/**
 * Finds a refund by its key, with its current state. Stripe forgets keys after a day, while a refund may wait for weeks
 * for a sufficient balance. A retry by its key alone would refund twice.
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

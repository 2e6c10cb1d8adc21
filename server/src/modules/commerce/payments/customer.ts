import type { Query } from '@hostler/database';
import type { PayingCustomer } from '#engines/payment/driver.ts';
import { findProfile } from '../profiles/index.ts';

/** Currency of an account without purchases. */
export const USUAL_CURRENCY = 'EUR';

/** Returns the data of a customer that a payment provider gets. */
export function* customerOf(accountId: number): Query<PayingCustomer & { currency: string }> {
  const { email, name, company, currency } = yield* findProfile(accountId);
  return { email, name: company ?? name, currency: currency ?? USUAL_CURRENCY };
}

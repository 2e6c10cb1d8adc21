import type { Subscription } from '@hostler/sdk';

const DAY_MS = 24 * 60 * 60 * 1000;
const UPCOMING_DAYS = 30;

/** A renewal that will be invoiced. */
export interface Upcoming {
  readonly id: number;
  readonly name: string;
  readonly at: string;
  readonly amount: number;
  readonly currency: string;
}

type Renewing = Pick<
  Subscription,
  | 'id'
  | 'name'
  | 'status'
  | 'price'
  | 'currency'
  | 'billing_period'
  | 'ends_at'
  | 'next_invoice_at'
  | 'next_plan'
  | 'next_plan_at'
>;

/** Returns the renewals of the next 30 days, soonest first. Usage by the hour is invoiced later and not known yet. */
export function listUpcoming(subscriptions: readonly Renewing[], now: number): Upcoming[] {
  return subscriptions
    .flatMap((subscription) => {
      const { id, name, status, currency, billing_period, ends_at, next_invoice_at: at } = subscription;
      if (at === null || billing_period === 'hourly' || !['active', 'past_due'].includes(status)) return [];
      if (Date.parse(at) > now + UPCOMING_DAYS * DAY_MS || (ends_at !== null && ends_at <= at)) return [];
      return [{ id, name, at, amount: priceAt(subscription, at), currency }];
    })
    .sort((a, b) => a.at.localeCompare(b.at));
}

function priceAt({ price, next_plan, next_plan_at }: Renewing, at: string): number {
  return next_plan && next_plan_at !== null && next_plan_at <= at ? next_plan.price : price;
}

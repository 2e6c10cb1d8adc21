import type { SubscriptionRow } from '../store.ts';

/** Hours of an average month, for hourly plans without a monthly cap. */
const HOURS_OF_MONTH = 730;

type Sold = Pick<SubscriptionRow, 'price' | 'billing_period' | 'monthly_cap' | 'traffic_cap'>;

/** Returns the price of a month: the least cap on billed traffic, and the default. */
export function monthlyPriceOf({ price, billing_period, monthly_cap }: Omit<Sold, 'traffic_cap'>): number {
  if (billing_period === 'monthly') return price;
  if (billing_period === 'yearly') return Math.round(price / 12);
  return monthly_cap ?? price * HOURS_OF_MONTH;
}

/** Returns the most that the traffic of a month costs, before tax if prices are without it. */
export function trafficCapOf(row: Sold): number {
  return Math.max(monthlyPriceOf(row), row.traffic_cap ?? 0);
}

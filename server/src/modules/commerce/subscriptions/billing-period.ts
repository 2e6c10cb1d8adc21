import type { BillingPeriod } from '../plans/index.ts';

const MONTHS: Record<BillingPeriod, number> = { monthly: 1, yearly: 12, hourly: 1 };

/** The same day and time so many periods later, or the last day of a month that is too short for it; in UTC. */
export function addPeriods(from: number, period: BillingPeriod, count: number): number {
  const start = new Date(from);
  const end = new Date(from);
  end.setUTCDate(1);
  end.setUTCMonth(start.getUTCMonth() + MONTHS[period] * count);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return end.getTime();
}

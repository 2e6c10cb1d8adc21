import { monthIn, readMonth } from '#kernel/calendar.ts';
import { DAY } from '#kernel/time.ts';
import { type AdvancePeriod, periodEndOf } from '../periods/period.ts';
import type { SubscriptionRow } from '../store.ts';

export interface RepricingSettings {
  readonly timeZone: string;
  readonly renewDaysBefore: number;
  /** Minimum number of days between the announcement and the new price. */
  readonly noticeDays: number;
}

/** Delivery of a mail is abandoned after a day. This makes the notice long enough even for a late delivery. */
const DELIVERY_MS = DAY;

type Rhythm = Pick<SubscriptionRow, 'billing_period' | 'anchor_at' | 'current_period_end'>;

/** Returns the earliest time at which the new price can be charged. */
export function earliestOf(from: number, announcedAt: number, { noticeDays }: RepricingSettings): number {
  return Math.max(from, announcedAt + DELIVERY_MS + noticeDays * DAY);
}

/**
 * Returns the start of the first unbilled period that begins at or after `earliest`. Hourly prices change at the start
 * of a month.
 */
export function firstPeriodFrom(
  earliest: number,
  row: Rhythm,
  now: number,
  { timeZone: zone }: RepricingSettings,
): number {
  if (row.billing_period === 'hourly') {
    let start = monthEnd(zone, now);
    while (start < earliest) start = monthEnd(zone, start);
    return start;
  }
  const rhythm = { anchor: row.anchor_at, period: row.billing_period as AdvancePeriod, zone };
  let start = row.current_period_end;
  while (start < earliest) start = periodEndOf(rhythm, start);
  return start;
}

/** Returns when a price change must be decided: when its first period is billed. Hourly usage is billed in arrears. */
export function decisionTime(
  effectiveAt: number,
  { billing_period }: Pick<SubscriptionRow, 'billing_period'>,
  { renewDaysBefore }: RepricingSettings,
): number {
  return billing_period === 'hourly' ? effectiveAt : effectiveAt - renewDaysBefore * DAY;
}

function monthEnd(zone: string, at: number): number {
  const month = readMonth(zone, monthIn(zone, at));
  if (!month) throw new Error('a moment has no month');
  return month.end;
}

import { monthIn, readMonth } from '../../../../kernel/calendar.ts';
import { DAY } from '../../../../kernel/time.ts';
import { type AdvancePeriod, periodEndOf } from '../periods/period.ts';
import type { SubscriptionRow } from '../store.ts';

export interface RepricingSettings {
  readonly timeZone: string;
  readonly renewDaysBefore: number;
  /** How long before a new price its mail is sent, at least. */
  readonly noticeDays: number;
}

/** A mail is given up after a day: so the notice is long enough however late it was delivered. */
const DELIVERY_MS = DAY;

type Rhythm = Pick<SubscriptionRow, 'billing_period' | 'anchor_at' | 'current_period_end'>;

/** From when on the new price may be charged. */
export function earliestOf(from: number, announcedAt: number, { noticeDays }: RepricingSettings): number {
  return Math.max(from, announcedAt + DELIVERY_MS + noticeDays * DAY);
}

/** The begin of the first period that is not billed yet and does not begin before: of hourly ones, the begin of a month. */
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

/** When the period that begins then is billed: by then it is decided. Hours are billed afterwards. */
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

import { DAY } from '#kernel/time.ts';
import type { BillingPeriod } from '../../plans/index.ts';
import { fromWallClock, toWallClock } from './zone.ts';

/** Billing periods that are paid in advance. */
export type AdvancePeriod = Exclude<BillingPeriod, 'hourly'>;

const MONTHS: Record<AdvancePeriod, number> = { monthly: 1, yearly: 12 };
/** Two times closer than this are the same boundary in different time zones. No period is that short. */
const SAME_BORDER = 3 * DAY;

/** The anchor of all periods of a subscription, so that a short month does not shorten later periods. */
export interface Rhythm {
  readonly anchor: number;
  readonly period: AdvancePeriod;
  /** Time zone of the seller. */
  readonly zone: string;
}

/**
 * Returns the start of period `count`, which is the end of the one before. It has the same day and time in the seller's
 * time zone, or the last day of a shorter month.
 */
export function borderOf({ anchor, period, zone }: Rhythm, count: number): number {
  return fromWallClock(addMonths(toWallClock(anchor, zone), MONTHS[period] * count), zone);
}

/** Returns the end of the period that begins at `start`, which must be a boundary. */
export function periodEndOf(rhythm: Rhythm, start: number): number {
  return borderOf(rhythm, countAt(rhythm, start) + 1);
}

/**
 * Returns the start of the period that ends at `end`, which must be a boundary. A period before the first has the usual
 * length.
 */
export function periodStartOf(rhythm: Rhythm, end: number): number {
  return borderOf(rhythm, countAt(rhythm, end) - 1);
}

/** Returns the index of a boundary. */
function countAt(rhythm: Rhythm, border: number): number {
  const [from, to] = [new Date(rhythm.anchor), new Date(border)];
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  let count = Math.max(0, Math.floor(months / MONTHS[rhythm.period]) - 1);
  while (borderOf(rhythm, count + 1) < border + SAME_BORDER) count++;
  return count;
}

function addMonths(from: number, months: number): number {
  const [start, end] = [new Date(from), new Date(from)];
  end.setUTCDate(1);
  end.setUTCMonth(start.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return end.getTime();
}

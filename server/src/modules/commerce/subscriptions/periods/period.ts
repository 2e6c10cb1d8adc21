import { DAY } from '../../../../kernel/time.ts';
import type { BillingPeriod } from '../../plans/index.ts';
import { fromWallClock, toWallClock } from './zone.ts';

/** Periods that are paid in advance. */
export type AdvancePeriod = Exclude<BillingPeriod, 'hourly'>;

const MONTHS: Record<AdvancePeriod, number> = { monthly: 1, yearly: 12 };
/** Two moments that are nearer than this are the same border, seen from another time zone: no period is so short. */
const SAME_BORDER = 3 * DAY;

/** From when every period of a subscription is counted, so that a short month does not shorten those after it. */
export interface Rhythm {
  readonly anchor: number;
  readonly period: AdvancePeriod;
  /** Of the seller. */
  readonly zone: string;
}

/**
 * Where period `count` begins, and the one before it ends: the same day and time by the seller's clocks, or the last day of a
 * month that is too short for it.
 */
export function borderOf({ anchor, period, zone }: Rhythm, count: number): number {
  return fromWallClock(addMonths(toWallClock(anchor, zone), MONTHS[period] * count), zone);
}

/** The end of the period that begins at `start`, which is a border. */
export function periodEndOf(rhythm: Rhythm, start: number): number {
  return borderOf(rhythm, countAt(rhythm, start) + 1);
}

/** The begin of the period that ends at `end`, which is a border; that before the first is as long as the others. */
export function periodStartOf(rhythm: Rhythm, end: number): number {
  return borderOf(rhythm, countAt(rhythm, end) - 1);
}

/** The how manieth border it is. */
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

import { type AdvancePeriod, periodEndOf } from './period.ts';

interface FirstPeriod {
  readonly anchor: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Extends the first period by the exact time until the server first runs. Later periods keep their day of the month:
 * the anchor moves by the same time if that gives the same end. Otherwise the new end becomes the anchor.
 */
export function extendFirstPeriod(
  { anchor, start, end }: FirstPeriod,
  runsAt: number,
  { period, zone }: { period: AdvancePeriod; zone: string },
): { anchor: number; end: number } {
  const wait = Math.max(0, runsAt - start);
  const newEnd = end + wait;
  const moved = anchor + wait;
  const isSameEnd = periodEndOf({ anchor: moved, period, zone }, moved) === newEnd;
  return { anchor: isSameEnd ? moved : newEnd, end: newEnd };
}

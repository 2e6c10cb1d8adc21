import { averagePerStep, findIntervals, type Interval, type Point } from '#kernel/series/intervals.ts';
import type { Window } from '#kernel/series/window.ts';
import { SECOND } from '#kernel/time.ts';

/** A stored result with the running totals up to it (see state-store.ts). */
export interface ResultRow {
  at: number;
  done: number;
  up: number;
  total_ms: number;
}

export interface History {
  responseMs: Point[];
  upPercent: Point[];
}

export function makeHistory(
  results: readonly ResultRow[],
  window: Window,
  { intervalSeconds, now }: { intervalSeconds: number; now: number },
): History {
  const intervals = findIntervals(results, { now, sampleEvery: intervalSeconds * SECOND });
  return {
    responseMs: averagePerStep(intervals, (interval) => divide(interval, 'total_ms', 'up'), window, 0),
    upPercent: averagePerStep(intervals, (interval) => divide(interval, 'up', 'done', 100), window, 2),
  };
}

/** Divides one total by another. Undefined if the divisor is zero. */
function divide(
  { before, after }: Interval<ResultRow>,
  what: 'total_ms' | 'up',
  by: 'up' | 'done',
  factor = 1,
): number | undefined {
  const count = after[by] - before[by];
  return count > 0 ? (factor * Math.max(0, after[what] - before[what])) / count : undefined;
}

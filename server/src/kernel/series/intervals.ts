import { spacingAt } from './thinning.ts';
import type { Window } from './window.ts';

/** Epoch seconds and value. */
export type Point = [number, number];

/**
 * If more readings than this are missing, the interval counts as not monitored. It is left out instead of interpolated.
 */
export const MISSING_READINGS = 3;

interface Reading {
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Time between two consecutive readings. */
export interface Interval<R extends Reading> {
  from: number;
  to: number;
  before: R;
  after: R;
}

interface Circumstances {
  now: number;
  /** Milliseconds between readings. */
  sampleEvery: number;
}

export function findIntervals<R extends Reading>(
  samples: readonly R[],
  { now, sampleEvery }: Circumstances,
): Interval<R>[] {
  const intervals: Interval<R>[] = [];
  for (let index = 1; index < samples.length; index++) {
    const [before, after] = [samples[index - 1], samples[index]];
    if (!before || !after) continue;
    if (after.at - before.at > MISSING_READINGS * spacingAt(now - before.at, sampleEvery)) continue;
    intervals.push({ from: before.at, to: after.at, before, after });
  }
  return intervals;
}

/**
 * Averages a measure per step, weighted by the overlap of each interval with the step. Intervals are sorted, oldest
 * first, so one pass suffices: there may be thousands per series, and this blocks the event loop. Intervals without a
 * measure are left out.
 */
export function averagePerStep<R extends Reading>(
  intervals: readonly Interval<R>[],
  measure: (interval: Interval<R>) => number | undefined,
  { start, end, step }: Window,
  decimals: number,
): Point[] {
  const points: Point[] = [];
  const scale = 10 ** decimals;
  let [index, sum, time] = [0, 0, 0];
  const finish = () => {
    if (time > 0) points.push([Math.floor((start + index * step) / 1000), Math.round((sum / time) * scale) / scale]);
    [sum, time] = [0, 0];
  };
  for (const interval of intervals) {
    const to = Math.min(interval.to, end);
    const value = measure(interval);
    if (value === undefined) continue;
    for (let at = Math.max(interval.from, start); at < to; ) {
      const current = Math.floor((at - start) / step);
      if (current !== index) finish();
      index = current;
      const until = Math.min(to, start + (index + 1) * step);
      sum += value * (until - at);
      time += until - at;
      at = until;
    }
  }
  finish();
  return points;
}

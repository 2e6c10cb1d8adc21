import { spacingAt } from './thinning.ts';
import type { Window } from './window.ts';

/** Epoch seconds and value. */
export type Point = [number, number];

/** So many readings may be missing before a time counts as not watched, and is left out instead of guessed. */
const MISSING_READINGS = 3;

interface Reading {
  /** Epoch milliseconds. */
  readonly at: number;
}

/** The time between two readings that follow each other. */
export interface Interval<R extends Reading> {
  from: number;
  to: number;
  before: R;
  after: R;
}

interface Circumstances {
  now: number;
  /** How far apart readings are taken, in milliseconds. */
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
 * Weighs each interval by how much of it lies in the step. Intervals come oldest first, so one step is finished before the
 * next begins: there may be thousands, for each of the series, and everybody else waits. What cannot be measured is left out.
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

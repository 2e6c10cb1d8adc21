import { spacingAt } from './retention.ts';

/** One stored reading; what is counted only grows, also over boots (tally.ts). */
export interface SampleRow {
  /** Epoch milliseconds. */
  at: number;
  cpu_seconds: number;
  memory_used_bytes: number;
  disk_used_bytes: number;
  network_in_bytes: number;
  network_out_bytes: number;
  disk_read_bytes: number;
  disk_write_bytes: number;
}

/** All in milliseconds. */
export interface Window {
  start: number;
  end: number;
  step: number;
}

/** Epoch seconds and value. */
export type Point = [number, number];
export type Series = Record<
  'cpuPercent' | 'memoryUsed' | 'diskUsed' | 'networkIn' | 'networkOut' | 'diskRead' | 'diskWrite',
  Point[]
>;

interface Circumstances {
  vcpus: number;
  now: number;
  /** How far apart readings are taken, in milliseconds. */
  sampleEvery: number;
}

type Counter = Exclude<keyof SampleRow, 'at' | 'memory_used_bytes' | 'disk_used_bytes'>;

/** So many readings may be missing before a time counts as not watched, and is left out instead of guessed. */
const MISSING_READINGS = 3;
const BITS = 8;

/** Turns readings into one value per step: rates from the differences of the counters, the means of the rest. */
export function makeSeries(samples: readonly SampleRow[], window: Window, about: Circumstances): Series {
  const intervals = findIntervals(samples, about);
  const series = (measure: (interval: Interval) => number, decimals = 0) =>
    averagePerStep(intervals, measure, window, decimals);
  const rate = (counter: Counter, factor: number) => (interval: Interval) =>
    (factor * growthOf(interval, counter)) / ((interval.to - interval.from) / 1000);
  const cpuRate = rate('cpu_seconds', 100 / about.vcpus);
  return {
    // The engine rounds and its clock is not ours, so a full load can come out a hair above 100.
    cpuPercent: series((interval) => Math.min(100, cpuRate(interval)), 2),
    memoryUsed: series(({ after }) => after.memory_used_bytes),
    diskUsed: series(({ after }) => after.disk_used_bytes),
    networkIn: series(rate('network_in_bytes', BITS)),
    networkOut: series(rate('network_out_bytes', BITS)),
    diskRead: series(rate('disk_read_bytes', BITS)),
    diskWrite: series(rate('disk_write_bytes', BITS)),
  };
}

/** The time between two readings that follow each other. */
interface Interval {
  from: number;
  to: number;
  before: SampleRow;
  after: SampleRow;
}

function findIntervals(samples: readonly SampleRow[], { now, sampleEvery }: Circumstances): Interval[] {
  const intervals: Interval[] = [];
  for (let index = 1; index < samples.length; index++) {
    const [before, after] = [samples[index - 1], samples[index]];
    if (!before || !after) continue;
    if (after.at - before.at > MISSING_READINGS * spacingAt(now - before.at, sampleEvery)) continue;
    intervals.push({ from: before.at, to: after.at, before, after });
  }
  return intervals;
}

/** Readings of an older version fell with a boot; what was used then is not known any more. */
function growthOf({ before, after }: Interval, counter: Counter): number {
  return Math.max(0, after[counter] - before[counter]);
}

/**
 * Weighs each interval by how much of it lies in the step. Intervals come oldest first, so one step is finished before the
 * next begins: there may be thousands, for each of the series, and everybody else waits.
 */
function averagePerStep(
  intervals: readonly Interval[],
  measure: (interval: Interval) => number,
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

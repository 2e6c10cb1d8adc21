import { averagePerStep, findIntervals, type Interval as IntervalOf, type Point } from '#kernel/series/intervals.ts';
import type { Window } from '#kernel/series/window.ts';

/** A stored reading. Counters only grow, also across boots (see tally.ts). */
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
  /** Number of vCPUs at the time of the reading. Null if unknown. */
  vcpus: number | null;
}

export type Series = Record<
  'cpuPercent' | 'memoryUsed' | 'diskUsed' | 'networkIn' | 'networkOut' | 'diskRead' | 'diskWrite',
  Point[]
>;

interface Circumstances {
  /** Current number of vCPUs. */
  vcpus: number;
  now: number;
  /** Interval between readings, in milliseconds. */
  sampleEvery: number;
}

type Interval = IntervalOf<SampleRow>;
type Counter = Exclude<keyof SampleRow, 'at' | 'memory_used_bytes' | 'disk_used_bytes' | 'vcpus'>;

const BITS = 8;

/** Turns readings into one value per step: rates from differences of counters, averages of the other values. */
export function makeSeries(samples: readonly SampleRow[], window: Window, about: Circumstances): Series {
  const intervals = findIntervals(samples, about);
  const series = (measure: (interval: Interval) => number, decimals = 0) =>
    averagePerStep(intervals, measure, window, decimals);
  const rate = (counter: Counter, factor: number) => (interval: Interval) =>
    (factor * growthOf(interval, counter)) / ((interval.to - interval.from) / 1000);
  const cpuRate = rate('cpu_seconds', 100);
  // Use the vCPUs of that time, so that a resize does not change earlier values.
  const cpuShare = (interval: Interval) => cpuRate(interval) / (interval.after.vcpus ?? about.vcpus);
  return {
    // The engine rounds and has its own clock, so a full load can be slightly above 100.
    cpuPercent: series((interval) => Math.min(100, cpuShare(interval)), 2),
    memoryUsed: series(({ after }) => after.memory_used_bytes),
    diskUsed: series(({ after }) => after.disk_used_bytes),
    networkIn: series(rate('network_in_bytes', BITS)),
    networkOut: series(rate('network_out_bytes', BITS)),
    diskRead: series(rate('disk_read_bytes', BITS)),
    diskWrite: series(rate('disk_write_bytes', BITS)),
  };
}

/** Counters of an older version dropped at a boot. The usage of such an interval is unknown and counts as 0. */
function growthOf({ before, after }: Interval, counter: Counter): number {
  return Math.max(0, after[counter] - before[counter]);
}

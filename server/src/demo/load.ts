import type { VpsSample } from '#engines/vps/driver.ts';
import { type SampledMachine, sampleMachine } from '#engines/vps/simulated-metrics.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';

/** The history of a machine in the demo, as times before now. */
export interface Past {
  /** When it was off. */
  readonly down?: readonly [from: number, to: number];
  /** Time after the sale at which it was stopped for good. */
  readonly ranFor?: number;
  /** When no readings were taken. */
  readonly unwatched?: readonly [from: number, to: number];
}

export type Reading = Omit<VpsSample, 'name'>;

/** The time range of the readings, and their interval in the last day. */
interface Watch {
  readonly since: number;
  readonly now: number;
  readonly everyMs: number;
}

/**
 * Generates past readings with counters that only grow, fine for the last day and coarser before. The simulated engine
 * computes readings from the machine and the time, so its future readings continue from these.
 */
export function* imagineReadings(spec: SampledMachine['spec'], past: Past, watch: Watch): Generator<Reading> {
  const { since, now, everyMs } = watch;
  const over = past.ranFor === undefined ? null : since + past.ranFor;
  const first = { spec, bootedAt: since, stoppedAt: past.down ? now - past.down[0] : over, ranMs: 0 };
  const second = past.down && { ...first, bootedAt: now - past.down[1], stoppedAt: null, ranMs: now - since };
  for (let at = since; at < now; at += spacingAt(now - at, everyMs)) {
    if (isWithin(now - at, past.unwatched)) continue;
    const before = sampleMachine(first, at);
    const after = second && sampleMachine(second, at);
    if (before) yield after ? addCounters(before, after) : before;
  }
}

function addCounters(before: Reading, after: Reading): Reading {
  return {
    ...after,
    cpuSeconds: before.cpuSeconds + after.cpuSeconds,
    networkInBytes: before.networkInBytes + after.networkInBytes,
    networkOutBytes: before.networkOutBytes + after.networkOutBytes,
    diskReadBytes: before.diskReadBytes + after.diskReadBytes,
    diskWriteBytes: before.diskWriteBytes + after.diskWriteBytes,
  };
}

function spacingAt(age: number, everyMs: number): number {
  if (age > 7 * DAY) return HOUR;
  return age > DAY ? 5 * MINUTE : everyMs;
}

function isWithin(age: number, span: readonly [number, number] | undefined): boolean {
  return span !== undefined && age <= span[0] && age > span[1];
}

import type { VpsSample } from '#engines/vps/driver.ts';
import { HOUR } from '#kernel/time.ts';

const COUNTERS = ['cpuSeconds', 'networkInBytes', 'networkOutBytes', 'diskReadBytes', 'diskWriteBytes'] as const;

/**
 * Total usage of a machine since monitoring began. Engines restart their counters at every boot. Readings are stored as
 * totals that never fall, so rates stay right over any period, even after thinning.
 */
export interface Tally {
  /** The last reading included, as reported by the engine. */
  last: Reading;
  totals: Reading;
  /** Counters that have dropped: their reading before, and the total at that time. */
  dropped?: Dropped;
}

type Reading = Omit<VpsSample, 'name'>;
type Counter = (typeof COUNTERS)[number];
type Dropped = Partial<Record<Counter, { reading: number; total: number }>>;

/** Clocks differ, and an engine may report a reading that is a few seconds old. */
const SLACK_SECONDS = 15;

/** Times of boots are known to a second or two. */
const BOOT_SLACK_MS = 3_000;

/** A reading that is older by more than this is not late: the clock was set back. */
export const LATE_MS = HOUR;

export function isFromBefore(last: { at: number }, sample: { at: number }): boolean {
  return last.at - sample.at > LATE_MS;
}

/** Returns the tally with another reading. Undefined if the reading is late. The first reading is used as it is. */
export function addReading(tally: Tally | undefined, told: VpsSample, vcpus: number) {
  const sample = readSample(told);
  if (!tally) return { last: sample, totals: sample } satisfies Tally;
  if (sample.at <= tally.last.at && !isFromBefore(tally.last, sample)) return undefined;
  const { last } = tally;
  const isNewBoot = isAnotherBoot(last, sample);
  const grow = isNewBoot
    ? (counter: Counter) => sample[counter]
    : hasBooted(last, sample)
      ? countAnew(last, sample, vcpus)
      : countOn(last, sample);
  const totals = { ...sample, diskUsedBytes: diskOf(tally, sample) };
  // The counters of a new boot have nothing to do with those before.
  const dropped: Dropped = isNewBoot ? {} : { ...tally.dropped };
  for (const counter of COUNTERS) {
    const back = isNewBoot ? undefined : findBack(tally, sample, counter);
    const total = back ? back.total + sample[counter] - back.reading : tally.totals[counter] + grow(counter);
    totals[counter] = believe(Math.max(tally.totals[counter], total));
    if (back) delete dropped[counter];
    if (!isNewBoot && sample[counter] < last[counter])
      dropped[counter] = { reading: last[counter], total: tally.totals[counter] };
  }
  return { last: sample, totals, ...(Object.keys(dropped).length > 0 ? { dropped } : {}) } satisfies Tally;
}

/**
 * Returns the state of a counter before its drop, if it passes that reading again. Then the engine had lost the counter
 * for a while, and everything until the drop was counted before. After a boot, a counter that grew passes it, too. The
 * growth of that one reading then counts less. No traffic is ever counted twice.
 */
function findBack({ last, dropped }: Tally, sample: Reading, counter: Counter) {
  const before = dropped?.[counter];
  return before && last[counter] < before.reading && sample[counter] >= before.reading ? before : undefined;
}

/**
 * Limits values to a valid range. A virtual machine reports them from inside, where its root user can send anything.
 */
function readSample({ name: _, bootedAt, at, cpuSeconds, ...bytes }: VpsSample): Reading {
  const whole = Object.entries(bytes).map(([name, value]) => [name, believe(Math.round(value))]);
  const boot = bootedAt === undefined ? {} : { bootedAt };
  return { at, ...boot, cpuSeconds: believe(cpuSeconds), ...(Object.fromEntries(whole) as typeof bytes) };
}

function believe(amount: number): number {
  return amount > 0 ? Math.min(amount, Number.MAX_SAFE_INTEGER) : 0;
}

type Growth = (counter: Counter) => number;

/** Returns true if the engine says that the machine has booted since the last reading. */
function isAnotherBoot(last: Reading, { bootedAt }: Reading): boolean {
  return bootedAt !== undefined && bootedAt > (last.bootedAt ?? last.at) + BOOT_SLACK_MS;
}

/** CPU time always restarts at a boot. Other counters may drop for other reasons. */
function hasBooted(last: Reading, sample: Reading): boolean {
  return (isStopped(last) && !isStopped(sample)) || sample.cpuSeconds < last.cpuSeconds;
}

/**
 * Counts everything since the boot. A counter that did not drop may have been counted before, so only its growth counts.
 * More CPU time than has passed was counted before, by an engine that briefly lost its counters. It is ignored, because
 * it shows as a false peak.
 */
function countAnew(last: Reading, sample: Reading, vcpus: number): Growth {
  const seconds = Math.max(0, sample.at - last.at) / 1000 + SLACK_SECONDS;
  if (sample.cpuSeconds > vcpus * seconds) return () => 0;
  return (counter) => (sample[counter] < last[counter] ? sample[counter] : sample[counter] - last[counter]);
}

/**
 * A counter that drops without a boot lost a part, for example a removed network card. Its growth is unknown and counts
 * as 0.
 */
function countOn(last: Reading, sample: Reading): Growth {
  return (counter) => Math.max(0, sample[counter] - last[counter]);
}

function isStopped({ memoryUsedBytes }: Reading): boolean {
  return memoryUsedBytes === 0;
}

/** Returns the used disk space. It does not change while the machine is stopped, even if the engine reports 0. */
function diskOf({ totals }: Tally, sample: Reading): number {
  return isStopped(sample) && sample.diskUsedBytes === 0 ? totals.diskUsedBytes : sample.diskUsedBytes;
}

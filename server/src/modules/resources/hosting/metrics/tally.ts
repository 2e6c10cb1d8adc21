import type { VpsSample } from '../../../../engines/vps/driver.ts';
import { HOUR } from '../../../../kernel/time.ts';

const COUNTERS = ['cpuSeconds', 'networkInBytes', 'networkOutBytes', 'diskReadBytes', 'diskWriteBytes'] as const;

/**
 * What a machine has used in all since it is watched. An engine begins to count anew with every boot; readings are stored
 * as these totals, which never fall, so that a rate stays right over any distance, also when the readings in between
 * are thinned out.
 */
export interface Tally {
  /** The reading it is up to, as the engine gave it. */
  last: Omit<VpsSample, 'name'>;
  totals: Omit<VpsSample, 'name'>;
}

/** Clocks differ, and an engine may give a reading that is some seconds old. */
const SLACK_SECONDS = 15;

/** A reading that is older by more than this did not come late: the clock has been put back. */
export const LATE_MS = HOUR;

export function isFromBefore(last: { at: number }, sample: { at: number }): boolean {
  return last.at - sample.at > LATE_MS;
}

/** The tally with one more reading; undefined for one that comes late. The first reading is taken as it is. */
export function addReading(tally: Tally | undefined, told: VpsSample, vcpus: number) {
  const sample = readSample(told);
  if (!tally) return { last: sample, totals: sample } satisfies Tally;
  if (sample.at <= tally.last.at && !isFromBefore(tally.last, sample)) return undefined;
  const grow = hasBooted(tally.last, sample) ? countAnew(tally.last, sample, vcpus) : countOn(tally.last, sample);
  const totals = { ...sample, diskUsedBytes: diskOf(tally, sample) };
  for (const counter of COUNTERS) totals[counter] = believe(tally.totals[counter] + grow(counter));
  return { last: sample, totals } satisfies Tally;
}

type Reading = Tally['last'];

/** Of a virtual machine it is told from inside, by whoever is root there: it may be anything, and is stored with all others. */
function readSample({ name: _, at, cpuSeconds, ...bytes }: VpsSample): Reading {
  const whole = Object.entries(bytes).map(([name, value]) => [name, believe(Math.round(value))]);
  return { at, cpuSeconds: believe(cpuSeconds), ...(Object.fromEntries(whole) as typeof bytes) };
}

function believe(amount: number): number {
  return amount > 0 ? Math.min(amount, Number.MAX_SAFE_INTEGER) : 0;
}

type Growth = (counter: (typeof COUNTERS)[number]) => number;

/** CPU time always begins again with a boot; another counter may fall for other reasons. */
function hasBooted(last: Reading, sample: Reading): boolean {
  return (isStopped(last) && !isStopped(sample)) || sample.cpuSeconds < last.cpuSeconds;
}

/**
 * All that was counted since the boot. It cannot be more CPU time than there was time for: what is more was counted
 * before, by an engine that had forgotten it for a moment, and would show as a peak that never was.
 */
function countAnew(last: Reading, sample: Reading, vcpus: number): Growth {
  const seconds = Math.max(0, sample.at - last.at) / 1000 + SLACK_SECONDS;
  return sample.cpuSeconds <= vcpus * seconds ? (counter) => sample[counter] : () => 0;
}

/** A counter that falls by itself lost a part (a network card was taken out); what grew meanwhile cannot be told. */
function countOn(last: Reading, sample: Reading): Growth {
  return (counter) => Math.max(0, sample[counter] - last[counter]);
}

function isStopped({ memoryUsedBytes }: Reading): boolean {
  return memoryUsedBytes === 0;
}

/** What is on the disk stays there while the machine is stopped, whether or not the engine can tell. */
function diskOf({ totals }: Tally, sample: Reading): number {
  return isStopped(sample) && sample.diskUsedBytes === 0 ? totals.diskUsedBytes : sample.diskUsedBytes;
}

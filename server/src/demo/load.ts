import { DAY, HOUR, MINUTE } from '../kernel/time.ts';

/** How a machine of the demo is used. */
export interface Habit {
  readonly vcpus: number;
  readonly memoryBytes: number;
  readonly diskBytes: number;
  /** Share of the CPU in the quietest hour, and how much more in the busiest. */
  readonly idle: number;
  readonly busy: number;
  /** Hour of the day, UTC, at which it has most to do. */
  readonly peakHour: number;
  /** When it was switched off, as times before now. */
  readonly down?: readonly [from: number, to: number];
  /** When nobody was looking. */
  readonly unwatched?: readonly [from: number, to: number];
}

/** As the engines give them; what is counted only grows. */
export interface Reading {
  at: number;
  cpuSeconds: number;
  memoryUsedBytes: number;
  diskUsedBytes: number;
  networkInBytes: number;
  networkOutBytes: number;
  diskReadBytes: number;
  diskWriteBytes: number;
}

const GROWTH_PER_DAY = 0.004;

/** From when to when, and how far apart the readings of the last day are. */
interface Watch {
  readonly since: number;
  readonly now: number;
  readonly everyMs: number;
}

/** What would have been read of it: days and nights, weekends, bursts; fine for a day, coarser before. */
export function* imagineReadings(habit: Habit, { since, now, everyMs }: Watch): Generator<Reading> {
  const seed = habit.peakHour * 31 + habit.diskBytes / 1e9;
  const total = { cpuSeconds: 0, networkInBytes: 0, networkOutBytes: 0, diskReadBytes: 0, diskWriteBytes: 0 };
  let before = since;
  for (let at = since; at < now; at += spacingAt(now - at, everyMs)) {
    const age = now - at;
    if (isWithin(age, habit.unwatched)) continue;
    const isDown = isWithin(age, habit.down);
    const seconds = (at - before) / 1000;
    before = at;
    const use = isDown ? 0 : useAt(habit, seed, at);
    total.cpuSeconds += use * habit.vcpus * seconds;
    total.networkInBytes += Math.round(use * seconds * 450_000 * (0.7 + draw(seed + 1, at)));
    total.networkOutBytes += Math.round(use * seconds * 1_900_000 * (0.7 + draw(seed + 2, at)));
    total.diskReadBytes += Math.round(use * seconds * 800_000 * draw(seed + 3, at) * 2);
    total.diskWriteBytes += Math.round(use * seconds * 1_100_000 * (0.4 + draw(seed + 4, at)));
    const grown = 1 + GROWTH_PER_DAY * ((at - since) / DAY);
    yield {
      at,
      ...total,
      memoryUsedBytes: isDown ? 0 : Math.round(habit.memoryBytes * (0.46 + 0.3 * use + 0.03 * draw(seed + 5, at))),
      diskUsedBytes: Math.min(habit.diskBytes, Math.round(habit.diskBytes * 0.34 * grown)),
    };
  }
}

function spacingAt(age: number, everyMs: number): number {
  if (age > 7 * DAY) return HOUR;
  return age > DAY ? 5 * MINUTE : everyMs;
}

function isWithin(age: number, span: readonly [number, number] | undefined): boolean {
  return span !== undefined && age <= span[0] && age > span[1];
}

/** A share of the CPU. */
function useAt({ idle, busy, peakHour }: Habit, seed: number, at: number): number {
  const hour = at / HOUR;
  const day = Math.floor(at / DAY);
  const rhythm = (1 + Math.cos(((hour - peakHour) / 24) * 2 * Math.PI)) / 2;
  // 1970 began on a Thursday.
  const weekend = (day + 4) % 7 === 0 || (day + 4) % 7 === 6 ? 0.6 : 1;
  const drift = 0.85 + 0.3 * draw(seed + 6, day * DAY);
  const burst = draw(seed + 7, Math.floor(at / (10 * MINUTE))) > 0.96 ? 0.25 : 0;
  const use = idle + busy * rhythm ** 2 * weekend * drift + burst * busy + 0.04 * draw(seed + 8, at);
  return Math.min(0.97, use);
}

/** From 0 to 1, always the same for the same. */
function draw(seed: number, at: number): number {
  const wave = Math.sin(seed * 127.1 + (at / MINUTE) * 311.7) * 43_758.5453;
  return wave - Math.floor(wave);
}

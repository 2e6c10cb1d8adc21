import { HOUR } from '../../../../kernel/time.ts';

const BAR_MS = HOUR / 2;
const BARS = 48;

/** What was found in one half-hour, and which that is, counted from 1970. */
type Slot = [slot: number, up: number, down: number];

export interface Bar {
  /** Epoch milliseconds. */
  readonly start: number;
  readonly up: number;
  readonly down: number;
}

/**
 * The bars of a day are kept with the check, as text, so that a list of checks reads no results. Half-hours without any are
 * not in it, nor is one that has not come yet: it was counted by a clock that has been put back since.
 */
export function addToBars(text: string, at: number, isUp: boolean): string {
  const current = Math.floor(at / BAR_MS);
  const slots = readSlots(text).filter(([slot]) => slot > current - BARS && slot <= current);
  const last = slots.at(-1);
  const found: Slot = last?.[0] === current ? last : [current, 0, 0];
  if (found !== last) slots.push(found);
  found[isUp ? 1 : 2]++;
  return JSON.stringify(slots);
}

/** The 48 half-hours up to the one that the given moment is in. */
export function readBars(text: string, at: number | null): Bar[] {
  if (at === null) return [];
  const slots = new Map(readSlots(text).map((slot) => [slot[0], slot]));
  const first = Math.floor(at / BAR_MS) - BARS + 1;
  return Array.from({ length: BARS }, (_, index) => {
    const [, up = 0, down = 0] = slots.get(first + index) ?? [];
    return { start: (first + index) * BAR_MS, up, down };
  });
}

/** In percent; null where nothing was found. */
export function readUptime(bars: readonly Bar[]): number | null {
  const up = bars.reduce((sum, bar) => sum + bar.up, 0);
  const all = bars.reduce((sum, bar) => sum + bar.down, up);
  return all === 0 ? null : Math.round((up / all) * 10_000) / 100;
}

function readSlots(text: string): Slot[] {
  return JSON.parse(text) as Slot[];
}

import { HOUR } from '#kernel/time.ts';

const BAR_MS = HOUR / 2;
const BARS = 48;

/** Results of one half-hour, numbered since 1970. */
type Slot = [slot: number, up: number, down: number];

export interface Bar {
  /** Epoch milliseconds. */
  readonly start: number;
  readonly up: number;
  readonly down: number;
}

/**
 * The bars of a day are stored with the check as text, so that a list of checks reads no results. Half-hours without
 * results are left out. A half-hour in the future was counted before the clock was set back, and is dropped.
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

/** Returns the 48 half-hours up to the given moment. */
export function readBars(text: string, at: number | null): Bar[] {
  if (at === null) return [];
  const slots = new Map(readSlots(text).map((slot) => [slot[0], slot]));
  const first = Math.floor(at / BAR_MS) - BARS + 1;
  return Array.from({ length: BARS }, (_, index) => {
    const [, up = 0, down = 0] = slots.get(first + index) ?? [];
    return { start: (first + index) * BAR_MS, up, down };
  });
}

/** In percent. Null without results. */
export function readUptime(bars: readonly Bar[]): number | null {
  const up = bars.reduce((sum, bar) => sum + bar.up, 0);
  const all = bars.reduce((sum, bar) => sum + bar.down, up);
  return all === 0 ? null : Math.round((up / all) * 10_000) / 100;
}

function readSlots(text: string): Slot[] {
  return JSON.parse(text) as Slot[];
}

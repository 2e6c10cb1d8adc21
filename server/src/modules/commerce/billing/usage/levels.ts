import { DAY, HOUR } from '#kernel/time.ts';
import type { Cover } from '../../subscriptions/index.ts';

/** Percentages of the cover at which usage is reported by mail. */
const REPORTED = [50, 80] as const;
/** Minimum time between the warning mail and the suspension. */
export const NOTICE_MS = 48 * HOUR;
/** Maximum time between checks: the cover can shrink at any time when credit is spent or a card removed. */
const LONGEST_PAUSE_MS = DAY;

type Amounts = Pick<Cover, 'covered' | 'unbilled' | 'unpaid' | 'perHour'>;

/** Returns the used share of the cover in percent, rounded down. 0 if there is no limit. */
export function shareOf({ covered, unbilled, unpaid }: Amounts): number {
  const used = unbilled + unpaid;
  if (covered === null || used === 0) return 0;
  return covered === 0 ? 100 : Math.floor((used * 100) / covered);
}

/** Returns the highest percentage to report. 0 is none. */
export function levelOf(share: number): number {
  return REPORTED.findLast((level) => share >= level) ?? 0;
}

/** Returns whether the mail about this level is the warning that a suspension requires. */
export function isWarning(level: number): boolean {
  return level === REPORTED.at(-1);
}

/** Returns the earliest time at which the usage may reach the next percentage. */
export function nextCheck(amounts: Amounts, at: number): number {
  const { covered, unbilled, unpaid, perHour } = amounts;
  if (covered === null || perHour === 0) return at + LONGEST_PAUSE_MS;
  const used = unbilled + unpaid;
  const next = [...REPORTED, 100].map((level) => (covered * level) / 100).find((amount) => amount > used);
  const hours = next === undefined ? 1 : (next - used) / perHour;
  return at + Math.min(Math.max(Math.ceil(hours * HOUR), 1), LONGEST_PAUSE_MS);
}

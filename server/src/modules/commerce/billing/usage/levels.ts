import { DAY, HOUR } from '../../../../kernel/time.ts';
import type { Cover } from '../../subscriptions/index.ts';

/** Shares of what covers the usage that are reported by mail, in percent. */
const REPORTED = [50, 80] as const;
/** Whoever is suspended got a mail so long before. */
export const NOTICE_MS = 48 * HOUR;
/** What covers the usage can become less at any time: credit is spent, a card removed. */
const LONGEST_PAUSE_MS = DAY;

type Amounts = Pick<Cover, 'covered' | 'unbilled' | 'unpaid' | 'perHour'>;

/** Returns which share is used, in percent rounded down; 0 where there is no limit. */
export function shareOf({ covered, unbilled, unpaid }: Amounts): number {
  const used = unbilled + unpaid;
  if (covered === null || used === 0) return 0;
  return covered === 0 ? 100 : Math.floor((used * 100) / covered);
}

/** Returns the highest share that is to be reported; 0 is none. */
export function levelOf(share: number): number {
  return REPORTED.findLast((level) => share >= level) ?? 0;
}

/** Whether the mail about this level is the one that a suspension needs. */
export function isWarning(level: number): boolean {
  return level === REPORTED.at(-1);
}

/** Returns when the usage may reach the next share at the earliest. */
export function nextCheck(amounts: Amounts, at: number): number {
  const { covered, unbilled, unpaid, perHour } = amounts;
  if (covered === null || perHour === 0) return at + LONGEST_PAUSE_MS;
  const used = unbilled + unpaid;
  const next = [...REPORTED, 100].map((level) => (covered * level) / 100).find((amount) => amount > used);
  const hours = next === undefined ? 1 : (next - used) / perHour;
  return at + Math.min(Math.max(Math.ceil(hours * HOUR), 1), LONGEST_PAUSE_MS);
}

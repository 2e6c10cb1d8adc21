import { DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts';

/** Pauses after the first failure, the second, and so on. After the last one the delivery fails for good. */
const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];

/** Longest pause that a receiver can request. */
const LONGEST_WISH = DAY;

/**
 * Returns when to try again after this number of attempts, or null to give up. The pauses are randomised, so that
 * deliveries that failed together do not return together. The receiver's `Retry-After` can prolong a pause, never
 * shorten it: ten attempts over three days survive a long outage.
 */
export function nextAttemptAt(attempts: number, now: number, retryAfter?: string): number | null {
  const pause = PAUSES[attempts - 1];
  if (pause === undefined) return null;
  const jittered = pause * (0.8 + Math.random() * 0.4);
  return now + Math.round(Math.max(jittered, Math.min(parseRetryAfter(retryAfter, now), LONGEST_WISH)));
}

/** Parses seconds or a date. Anything else is ignored. */
function parseRetryAfter(text: string | undefined, now: number): number {
  if (text === undefined) return 0;
  if (/^\s*\d{1,9}\s*$/.test(text)) return Number(text) * SECOND;
  const date = Date.parse(text);
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}

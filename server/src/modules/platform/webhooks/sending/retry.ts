import { DAY, HOUR, MINUTE, SECOND } from '../../../../kernel/time.ts';

/** How long to wait after the first failure, after the second, and so on; after the last one it is given up. */
const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];

/** A receiver may ask for more time, but not for ever. */
const LONGEST_WISH = DAY;

/**
 * When to try again after the given number of attempts, or null to give up. A bit different each time, so that what
 * failed together does not come back together. The receiver's wish can make the pause longer, never shorter: ten attempts
 * are spread over three days so that a long outage is survived.
 */
export function nextAttemptAt(attempts: number, now: number, retryAfter?: string): number | null {
  const pause = PAUSES[attempts - 1];
  if (pause === undefined) return null;
  const jittered = pause * (0.8 + Math.random() * 0.4);
  return now + Math.round(Math.max(jittered, Math.min(parseRetryAfter(retryAfter, now), LONGEST_WISH)));
}

/** Seconds, or a date; what is neither is no wish. */
function parseRetryAfter(text: string | undefined, now: number): number {
  if (text === undefined) return 0;
  if (/^\s*\d{1,9}\s*$/.test(text)) return Number(text) * SECOND;
  const date = Date.parse(text);
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}

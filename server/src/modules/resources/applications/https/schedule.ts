import { DAY, HOUR, MINUTE } from '#kernel/time.ts';

/** Pauses after failed attempts. An authority allows only some failures per hour and name. */
const PAUSES_MS = [2 * MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR];
/** After this many attempts, about a month, a name is tried once a week. */
const DAILY_TRIES = 30;
/** Renewals begin when a third of the validity is left. */
const RENEWED_AT = 2 / 3;

/** Failed renewals in a row after which the customer gets a mail: not for a passing fault. */
export const TOLD_AT_FAILURE = 4;

/** Returns the time of the next attempt after `tries` failures in a row. */
export function nextAttemptAt(tries: number, now: number): number {
  return now + (PAUSES_MS[tries - 1] ?? (tries <= DAILY_TRIES ? DAY : 7 * DAY));
}

export function renewalAt(expiresAt: number, now: number): number {
  return now + Math.max(Math.round((expiresAt - now) * RENEWED_AT), HOUR);
}

import { DAY, HOUR, MINUTE } from '#kernel/time.ts';

/** Pauses after failed attempts. An authority allows only some failures per hour and name. */
const PAUSES_MS = [2 * MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR];
/** After this many attempts, about a month, a name without a valid certificate is tried once a week. */
const DAILY_TRIES = 30;
/** No attempt is planned further ahead. A certificate may be valid for longer. */
const FURTHEST_PLANNED_MS = 365 * DAY;
/** An attempt further ahead was planned before the clock was set back. */
export const FURTHEST_MS = FURTHEST_PLANNED_MS + 35 * DAY;
/** Renewals begin when a third of the validity is left. */
const RENEWED_AT = 2 / 3;

/** Failed renewals in a row after which the customer gets a mail: not for a passing fault. */
export const TOLD_AT_FAILURE = 4;
/** The customer gets another mail if a renewal fails this shortly before the certificate expires. */
export const TOLD_BEFORE_END_MS = 7 * DAY;

/** Returns the time of the next attempt after `tries` failures in a row. A valid certificate is renewed daily to its end. */
export function nextAttemptAt(tries: number, expiresAt: number | null, now: number): number {
  const isDaily = tries <= DAILY_TRIES || (expiresAt !== null && expiresAt > now);
  return now + (PAUSES_MS[tries - 1] ?? (isDaily ? DAY : 7 * DAY));
}

export function renewalAt(expiresAt: number, now: number): number {
  return now + Math.min(Math.max(Math.round((expiresAt - now) * RENEWED_AT), HOUR), FURTHEST_PLANNED_MS);
}

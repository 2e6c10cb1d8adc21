import { DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts';

/** A session ends after this long without use, and after this long in any case. */
export const IDLE_MS = 30 * DAY;
export const LIFETIME_MS = 90 * DAY;
/** Precision of the idle time: the end is postponed at most this often. */
export const PUT_OFF_EVERY_MS = HOUR;
/** Lifetime of a session that awaits its second factor. */
export const AWAITING_MS = 10 * MINUTE;
/** A password confirmation is valid for this long. */
export const CONFIRMED_MS = 10 * MINUTE;
/** Requests in progress with the previous cookie are still answered, with the previous rights. */
export const PREVIOUS_MS = 10 * SECOND;
export const TOKEN_MS = 15 * MINUTE;
/** Creating another one ends the oldest. */
export const SESSIONS_PER_PERSON = 50;

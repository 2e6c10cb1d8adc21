import { DAY, HOUR, MINUTE, SECOND } from '../../../kernel/time.ts';

/** A session ends after so long without use, and after so long in any case. */
export const IDLE_MS = 30 * DAY;
export const LIFE_MS = 90 * DAY;
/** How exactly the first of these is known: the end is put off no more often than this. */
export const PUT_OFF_EVERY_MS = HOUR;
/** One that waits for its second factor. */
export const AWAITING_MS = 10 * MINUTE;
/** The password, entered so long ago, still counts. */
export const CONFIRMED_MS = 10 * MINUTE;
/** Requests that were under way with the cookie before are still answered, with the rights of before. */
export const PREVIOUS_MS = 10 * SECOND;
export const TOKEN_MS = 15 * MINUTE;
/** One more ends the oldest. */
export const SESSIONS_PER_PERSON = 50;

import { DAY, MINUTE } from '#kernel/time.ts';

/** A view ends after this time at the latest. */
export const VIEW_MS = 30 * MINUTE;
/** Views stay in the database for this long, as audit entries do. */
export const KEPT_MS = 365 * DAY;
/** An owner can delay the disclosure of a view by at most this long. */
export const LONGEST_DELAY_MS = 365 * DAY;

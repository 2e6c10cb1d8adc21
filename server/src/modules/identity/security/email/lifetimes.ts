import { DAY, HOUR } from '#kernel/time.ts';

/** How long a new address can be confirmed, and how long the change can be undone afterwards. */
export const CONFIRM_MS = 24 * HOUR;
export const UNDO_MS = 72 * HOUR;
/** Former addresses are stored for this long. They are notified before a second factor is removed. */
export const KEPT_MS = 30 * DAY;

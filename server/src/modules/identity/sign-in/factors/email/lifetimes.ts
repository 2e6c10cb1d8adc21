import { DAY, HOUR } from '#kernel/time.ts';

/** Times within which a new address can be confirmed, and the change undone afterwards. */
export const CONFIRM_MS = 24 * HOUR;
export const UNDO_MS = 72 * HOUR;
/** Former addresses are stored for this long. They are notified before a second factor is removed. */
export const KEPT_MS = 30 * DAY;

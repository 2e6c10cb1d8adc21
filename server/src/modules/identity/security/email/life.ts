import { DAY, HOUR } from '../../../../kernel/time.ts';

/** How long a new address can be confirmed, and how long it can be undone then. */
export const CONFIRM_MS = 24 * HOUR;
export const UNDO_MS = 72 * HOUR;
/** The addresses before are remembered: they are told where a second factor is to be removed. */
export const KEPT_MS = 30 * DAY;

import { DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts';

/** Time in which a new address must be used. */
export const TOKEN_MS = MINUTE;
/** A session ends after this time at the latest. */
export const LONGEST_MS = 12 * HOUR;
/** Interval at which the rights of open sessions are checked. */
export const CHECK_MS = 2 * SECOND;
/** Interval at which a process records that its sessions are open. */
export const SEEN_EVERY_MS = 30 * SECOND;
/** A session that no process has recorded for this long ended with its process. */
export const ABANDONED_MS = 3 * MINUTE;
/** Time that ended sessions are kept. The audit log has them, too. */
export const KEPT_MS = 30 * DAY;

/** Sessions and unused addresses at the same time. */
export const MOST_OF_SERVER = 5;
export const MOST_OF_ACCOUNT = 10;
/** Open sessions of one process. */
export const MOST_OF_PROCESS = 500;

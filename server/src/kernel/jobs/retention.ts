import type { Database, Query } from '@hostler/database';
import type { Logger } from '../log.ts';
import { formatTime } from '../time.ts';
import { watchClock } from './clock-trust.ts';
import type { RecurringJob } from './recurring.ts';

/** Rows per transaction: few enough that no customer's write waits for them. */
const AT_ONCE = 200;

/** Data that is deleted after a retention period. */
export interface Retention {
  /** Name of the recurring job, for example `events.forget-old`. */
  readonly name: string;
  readonly everyMs: number;
  /** Deletes up to `limit` expired rows, found by an index. Returns more than 0 while there may be more. */
  forget(now: number, limit: number): Query<number>;
}

/**
 * Returns the recurring job that deletes expired rows in small batches, and only by a trusted clock (see
 * clock-trust.ts).
 */
export function forgetRegularly(
  { name, everyMs, forget }: Retention,
  { db, log }: { db: Database; log: Logger },
): RecurringJob {
  return {
    name,
    everyMs,
    async run(now) {
      const { believed, until, jumped, lastSeen } = await db.write(() => watchClock(now));
      if (jumped === 'back' && lastSeen !== undefined) {
        log.warn({ last_seen: formatTime(lastSeen) }, 'the clock was set back; check that it is right now');
      }
      if (jumped === 'ahead') {
        const message =
          'the clock is far ahead of where it was last seen; nothing is forgotten before it has gone on for a day';
        log.warn({ until: formatTime(until) }, message);
      }
      if (!believed) return;
      while ((await db.write(() => forget(now, AT_ONCE))) > 0);
    },
  };
}

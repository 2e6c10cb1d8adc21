import type { Database } from '../db/database.ts';
import type { Query } from '../db/query.ts';
import type { Logger } from '../log.ts';
import { formatTime } from '../time.ts';
import { watchClock } from './clock-trust.ts';
import type { RecurringJob } from './recurring.ts';

/** Rows in one transaction: few enough that no customer's write waits for them. */
const AT_ONCE = 200;

/** Something that is kept for a while and then forgotten. */
export interface Retention {
  /** `events.forget-old`: the name of the recurring job that does it. */
  readonly name: string;
  readonly everyMs: number;
  /** Takes away up to `limit` rows, found by an index, that are not needed any more; above 0 while there may be more. */
  forget(now: number, limit: number): Query<number>;
}

/** The upkeep that forgets: a few rows at a time until none is left, and only by a clock that can be believed. */
export function forgetRegularly(
  { name, everyMs, forget }: Retention,
  { db, log }: { db: Database; log: Logger },
): RecurringJob {
  return {
    name,
    everyMs,
    async run(now) {
      const { believed, until, jumped } = await db.write(() => watchClock(now));
      if (jumped) {
        const message =
          'the clock is far ahead of where it was last seen; nothing is forgotten before it has gone on for a day';
        log.warn({ until: formatTime(until) }, message);
      }
      if (!believed) return;
      while ((await db.write(() => forget(now, AT_ONCE))) > 0);
    },
  };
}

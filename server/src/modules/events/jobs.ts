import type { Database } from '../../kernel/db/database.ts';
import type { RecurringJob } from '../../kernel/jobs/worker.ts';
import { DAY, HOUR, MINUTE } from '../../kernel/time.ts';
import { forgetEvents } from './operator-store.ts';

/** An hour longer than deliveries, which need what they deliver. */
const KEPT_FOR = 30 * DAY + HOUR;
const AT_ONCE = 500;

export function eventRetention(db: Database): RecurringJob {
  return {
    name: 'events.forget-old',
    everyMs: 10 * MINUTE,
    async run(now) {
      while ((await db.write(() => forgetEvents(now - KEPT_FOR, AT_ONCE))) === AT_ONCE);
    },
  };
}

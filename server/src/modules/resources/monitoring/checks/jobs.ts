import type { Database } from '@hostler/database';
import type { RecurringJob } from '#kernel/jobs/worker.ts';
import { MINUTE, SECOND } from '#kernel/time.ts';
import { LONGEST_INTERVAL } from './schemas.ts';
import { mendTimes } from './watching/claim.ts';

/** Nothing is scheduled further ahead. */
const FURTHEST_MS = LONGEST_INTERVAL * SECOND + MINUTE;
const AT_ONCE = 200;

export function mendCheckTimes(db: Database): RecurringJob {
  return {
    name: 'monitoring.mend-check-times',
    everyMs: MINUTE,
    async run(now) {
      while ((await db.write(() => mendTimes(now, now + FURTHEST_MS, AT_ONCE))) > 0);
    },
  };
}

import type { Database } from '@hostler/database';
import type { Retention } from '#kernel/jobs/retention.ts';
import type { RecurringJob } from '#kernel/jobs/worker.ts';
import { DAY, MINUTE } from '#kernel/time.ts';
import { ABANDONED_MS, KEPT_MS } from './lifetimes.ts';
import { recordClose } from './log.ts';
import { forgetConsoles, listAbandoned } from './store.ts';

const AT_ONCE = 200;

/** Records the end of sessions whose process was killed. */
export function closeAbandoned({ db }: { db: Database }): RecurringJob {
  return {
    name: 'consoles.close-abandoned',
    everyMs: MINUTE,
    async run(now) {
      const abandoned = await db.read(listAbandoned({ seen_before: now - ABANDONED_MS, limit: AT_ONCE }));
      for (const { id } of abandoned) {
        await db.write(() => recordClose(id, 'The process that served it was ended.', null, now));
      }
    },
  };
}

export const consoleRetention: Retention = {
  name: 'consoles.forget-old',
  everyMs: DAY,
  forget: (now, limit) => forgetConsoles({ before: now - KEPT_MS, limit }),
};

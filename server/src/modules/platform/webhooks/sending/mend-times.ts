import { type Database, type Query, sql } from '@hostler/database';
import type { RecurringJob } from '#kernel/jobs/worker.ts';
import { DAY, MINUTE } from '#kernel/time.ts';
import { bringForward } from '../delivery/queue-store.ts';

/** Nothing is scheduled further ahead: leases and retry pauses are shorter. */
const FURTHEST_MS = 2 * DAY;
const AT_ONCE = 200;

const ASTRAY = sql<{ furthest: number; limit: number }, { webhook_id: number }>(
  `select webhook_id from webhook_queues where due_at > :furthest order by due_at desc limit :limit {skip locked}`,
);
const MEND = sql<{ webhook_id: number; furthest: number; now: number; limit: number }>(
  `update webhook_deliveries set due_at = :now, leased_by = null where id in (
     select id from webhook_deliveries where webhook_id = :webhook_id and due_at > :furthest order by due_at limit :limit)`,
);
const MEND_QUEUE = sql<{ webhook_id: number; furthest: number; now: number }>(
  'update webhook_queues set due_at = :now where webhook_id = :webhook_id and due_at > :furthest',
);

/** A delivery scheduled implausibly far ahead was scheduled before the clock was set back. Makes it due. */
export function mendDeliveryTimes(db: Database): RecurringJob {
  return {
    name: 'webhooks.mend-times',
    everyMs: MINUTE,
    async run(now) {
      while ((await db.write(() => mendOneQueue(now))) > 0);
    },
  };
}

/** Returns the number of corrected deliveries, of the queue that is furthest ahead. */
function* mendOneQueue(now: number): Query<number> {
  const furthest = now + FURTHEST_MS;
  const queue = yield* ASTRAY.one({ furthest, limit: 1 });
  if (!queue) return 0;
  const mended = yield* MEND.run({ ...queue, furthest, now, limit: AT_ONCE });
  if (mended < AT_ONCE) {
    yield* MEND_QUEUE.run({ ...queue, furthest, now });
    yield* bringForward([{ ...queue, due_at: now }], now);
  }
  return mended + 1;
}

import { sql } from '@hostler/database';
import type { Environment } from '#kernel/environment.ts';
import { discountTestEvents } from '#kernel/events/test-events.ts';
import type { Retention } from '#kernel/jobs/retention.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';

/** An hour longer than deliveries, which need their event. */
const KEPT_FOR = 30 * DAY + HOUR;

const FORGET = sql<{ before: number; limit: number }, { account_id: number; environment: Environment }>(
  `delete from events where row_id in (
     select row_id from events where created_at < :before order by created_at limit :limit)
   returning account_id, environment`,
);

export const eventRetention: Retention = {
  name: 'events.forget-old',
  everyMs: 10 * MINUTE,
  *forget(now, limit) {
    const gone = yield* FORGET.all({ before: now - KEPT_FOR, limit });
    yield* discountTestEvents(gone);
    return gone.length;
  },
};

import { sql } from '../../kernel/db/query.ts';
import type { Retention } from '../../kernel/jobs/retention.ts';
import { DAY, HOUR, MINUTE } from '../../kernel/time.ts';

/** An hour longer than deliveries, which need what they deliver. */
const KEPT_FOR = 30 * DAY + HOUR;

const FORGET = sql<{ before: number; limit: number }>(
  `delete from events where row_id in (
     select row_id from events where created_at < :before order by created_at limit :limit)`,
);

export const eventRetention: Retention = {
  name: 'events.forget-old',
  everyMs: 10 * MINUTE,
  forget: (now, limit) => FORGET.run({ before: now - KEPT_FOR, limit }),
};

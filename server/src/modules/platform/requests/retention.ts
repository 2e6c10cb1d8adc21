import { sql } from '../../../kernel/db/query.ts';
import type { Retention } from '../../../kernel/jobs/retention.ts';
import { DAY, MINUTE } from '../../../kernel/time.ts';

export const KEPT_FOR = 7 * DAY;

/** They are written in the order of their times, but for seconds: the oldest have the smallest ids. */
const FORGET = sql<{ before: number; limit: number }>(
  `delete from requests where id in (
     select id from (select id, at from requests order by id limit :limit) as oldest where at < :before)`,
);
const FORGET_GAPS = sql<{ before: number; limit: number }>(
  `delete from request_gaps where account_id in (
     select account_id from request_gaps where left_out_at < :before order by left_out_at limit :limit)`,
);

export const requestRetention: Retention[] = [
  {
    name: 'requests.forget-old',
    everyMs: 10 * MINUTE,
    forget: (now, limit) => FORGET.run({ before: now - KEPT_FOR, limit }),
  },
  {
    name: 'requests.forget-gaps',
    everyMs: DAY,
    forget: (now, limit) => FORGET_GAPS.run({ before: now - KEPT_FOR, limit }),
  },
];

import { sql } from '@hostler/database';
import { forgetInOrder } from '#kernel/jobs/forget-in-order.ts';
import type { Retention } from '#kernel/jobs/retention.ts';
import { DAY, MINUTE } from '#kernel/time.ts';

export const KEPT_FOR = 7 * DAY;

const forgetRequests = forgetInOrder('requests');
const FORGET_GAPS = sql<{ before: number; limit: number }>(
  `delete from request_gaps where account_id in (
     select account_id from request_gaps where left_out_at < :before order by left_out_at limit :limit)`,
);

export const requestRetention: Retention[] = [
  {
    name: 'requests.forget-old',
    everyMs: 10 * MINUTE,
    forget: (now, limit) => forgetRequests(now - KEPT_FOR, now, limit),
  },
  {
    name: 'requests.forget-gaps',
    everyMs: DAY,
    forget: (now, limit) => FORGET_GAPS.run({ before: now - KEPT_FOR, limit }),
  },
];

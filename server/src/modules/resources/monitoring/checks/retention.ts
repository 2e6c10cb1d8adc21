import { type Query, sql } from '@hostler/database';
import type { Retention } from '#kernel/jobs/retention.ts';
import { MINUTE } from '#kernel/time.ts';

const FORGET = sql<{ now: number; limit: number }>(
  `delete from monitoring_check_results where (check_id, at) in (
     select check_id, at from monitoring_check_results where keep_until < :now order by keep_until limit :limit)`,
);

export const checkRetention: Retention = {
  name: 'monitoring.forget-results',
  everyMs: 5 * MINUTE,
  forget: (now, limit): Query<number> => FORGET.run({ now, limit }),
};

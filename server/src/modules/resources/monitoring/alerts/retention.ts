import { countRows, type Query, sql } from '@hostler/database';
import type { Retention } from '#kernel/jobs/retention.ts';
import { DAY, HOUR } from '#kernel/time.ts';

const KEPT_FOR = 90 * DAY;

const FORGET = sql<{ before: number; limit: number }, { id: number; account_id: number }>(
  `delete from monitoring_alerts where id in (
     select id from monitoring_alerts where resolved_at < :before order by resolved_at limit :limit)
   returning id, account_id`,
);

/** Kept as long as the readings they are based on. */
export const alertRetention: Retention = {
  name: 'monitoring.forget-alerts',
  everyMs: HOUR,
  *forget(now, limit): Query<number> {
    const gone = yield* FORGET.all({ before: now - KEPT_FOR, limit });
    yield* countRows(
      gone.map((row) => ({ ...row, list: 'monitoring_alerts', status: 'resolved', count: -1 as const })),
    );
    return gone.length;
  },
};

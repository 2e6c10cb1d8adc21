import { sql } from '../../../kernel/db/query.ts';
import type { Retention } from '../../../kernel/jobs/retention.ts';
import { DAY, HOUR } from '../../../kernel/time.ts';

const KEPT_FOR = 365 * DAY;

/** They are written in the order of their times, but for moments: the oldest have the smallest ids. */
const FORGET = sql<{ before: number; limit: number }>(
  `delete from audit_entries where id in (
     select id from (select id, at from audit_entries order by id limit :limit) as oldest where at < :before)`,
);

export const auditRetention: Retention = {
  name: 'audit.forget-old',
  everyMs: HOUR,
  forget: (now, limit) => FORGET.run({ before: now - KEPT_FOR, limit }),
};

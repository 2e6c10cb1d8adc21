import { sql } from '@hostler/database';
import type { Retention } from '#kernel/jobs/retention.ts';
import { HOUR } from '#kernel/time.ts';
import { COUNTED_MS } from './requests.ts';

const FORGET = sql<{ before: number; limit: number }>(
  `delete from certificate_requests where id in (
     select id from certificate_requests where requested_at <= :before order by requested_at limit :limit)`,
);

/** Deletes requests that no limit counts any more. */
export const requestRetention: Retention = {
  name: 'applications.forget-requests',
  everyMs: HOUR,
  forget: (now, limit) => FORGET.run({ before: now - COUNTED_MS, limit }),
};

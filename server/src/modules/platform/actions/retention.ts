import { sql } from '@hostler/database';
import type { Retention } from '#kernel/jobs/retention.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import { GONE_COLUMNS, type Gone, uncount } from './oldest.ts';
import { sandboxTotalsOf, totalsOf } from './store.ts';

const SANDBOX_KEPT_FOR = DAY;
const KEPT_FOR = 365 * DAY;

const FORGET = sql<{ before: number; limit: number }, Gone>(
  `delete from actions where id in (
     select id from actions where finished_at < :before order by finished_at limit :limit)
   returning ${GONE_COLUMNS}`,
);
const FORGET_SANDBOX = sql<{ before: number; limit: number }, Gone>(
  `delete from sandbox_actions where id in (
     select id from sandbox_actions where created_at < :before order by created_at limit :limit)
   returning ${GONE_COLUMNS}`,
);

/** An action that has not ended is kept, however old it is. */
export const actionRetention: Retention[] = [
  {
    name: 'actions.forget-finished',
    everyMs: HOUR,
    *forget(now, limit) {
      const gone = yield* FORGET.all({ before: now - KEPT_FOR, limit });
      yield* uncount(gone, totalsOf);
      return gone.length;
    },
  },
  {
    name: 'actions.forget-sandbox',
    everyMs: HOUR,
    *forget(now, limit) {
      const gone = yield* FORGET_SANDBOX.all({ before: now - SANDBOX_KEPT_FOR, limit });
      yield* uncount(gone, sandboxTotalsOf);
      return gone.length;
    },
  },
];

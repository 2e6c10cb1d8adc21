import { type Query, sql } from '../../kernel/db/query.ts';
import { countRows } from '../../kernel/db/totals.ts';
import type { Retention } from '../../kernel/jobs/retention.ts';
import { DAY, HOUR } from '../../kernel/time.ts';
import type { ActionStatus, ResourceType } from './schemas.ts';
import { sandboxTotalsOf, totalsOf } from './store.ts';

const SANDBOX_KEPT_FOR = DAY;
const KEPT_FOR = 365 * DAY;

interface Gone {
  id: number;
  account_id: number;
  status: ActionStatus;
  resource_type: ResourceType;
}

const FORGET = sql<{ before: number; limit: number }, Gone>(
  `delete from actions where id in (
     select id from actions where finished_at < :before order by finished_at limit :limit)
   returning id, account_id, status, resource_type`,
);
const FORGET_SANDBOX = sql<{ before: number; limit: number }, Gone>(
  `delete from sandbox_actions where id in (
     select id from sandbox_actions where created_at < :before order by created_at limit :limit)
   returning id, account_id, status, resource_type`,
);

/** An action that has not ended is kept, however old it is. */
export const actionRetention: Retention[] = [
  {
    name: 'actions.forget-finished',
    everyMs: HOUR,
    *forget(now, limit) {
      return yield* uncount(yield* FORGET.all({ before: now - KEPT_FOR, limit }), totalsOf);
    },
  },
  {
    name: 'actions.forget-sandbox',
    everyMs: HOUR,
    *forget(now, limit) {
      return yield* uncount(yield* FORGET_SANDBOX.all({ before: now - SANDBOX_KEPT_FOR, limit }), sandboxTotalsOf);
    },
  },
];

function* uncount(gone: readonly Gone[], listOf: (type: ResourceType) => string): Query<number> {
  yield* countRows(
    gone.map(({ id, account_id, status, resource_type }) => ({
      id,
      account_id,
      list: listOf(resource_type),
      status,
      count: -1,
    })),
  );
  return gone.length;
}

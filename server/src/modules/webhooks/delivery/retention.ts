import type { Database } from '../../../kernel/db/database.ts';
import { type Query, sql } from '../../../kernel/db/query.ts';
import { addToTotals } from '../../../kernel/db/totals.ts';
import type { EventType } from '../../../kernel/events/catalogue.ts';
import type { RecurringJob } from '../../../kernel/jobs/worker.ts';
import { DAY, MINUTE } from '../../../kernel/time.ts';
import { countEnded, countMade } from '../delivery-store.ts';
import type { DeliveryStatus } from '../schemas.ts';

const KEPT_FOR = 30 * DAY;
const AT_ONCE = 500;

/** Ids follow time closely enough: only the oldest few are ever looked at. */
const FORGET = sql<
  { before: number; limit: number },
  { account_id: number; webhook_id: number; event: EventType; status: DeliveryStatus }
>(
  `delete from webhook_deliveries where id in (
     select id from (select id, created_at from webhook_deliveries order by id limit :limit) as oldest
     where created_at < :before)
   returning account_id, webhook_id, event, status`,
);

function* forgetDeliveries(before: number, limit: number): Query<number> {
  const gone = yield* FORGET.all({ before, limit });
  yield* addToTotals(
    gone.flatMap((row) => [countMade(row.account_id, row, -1), ...countEnded(row.account_id, row, -1)]),
  );
  return gone.length;
}

export function deliveryRetention(db: Database): RecurringJob {
  return {
    name: 'webhooks.forget-deliveries',
    everyMs: 10 * MINUTE,
    async run(now) {
      while ((await db.write(() => forgetDeliveries(now - KEPT_FOR, AT_ONCE))) === AT_ONCE);
    },
  };
}

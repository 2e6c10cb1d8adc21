import { countRows, type Query, sql } from '@hostler/database';
import type { EventType } from '#kernel/events/catalogue.ts';
import type { Retention } from '#kernel/jobs/retention.ts';
import { DAY, MINUTE } from '#kernel/time.ts';
import type { DeliveryStatus } from '../delivery/schemas.ts';
import { countEnded, countMade } from '../delivery/store.ts';

const KEPT_FOR = 30 * DAY;

const FORGET = sql<
  { before: number; limit: number },
  { id: number; account_id: number; webhook_id: number; event: EventType; status: DeliveryStatus }
>(
  `delete from webhook_deliveries where id in (
     select id from webhook_deliveries where created_at < :before order by created_at limit :limit)
   returning id, account_id, webhook_id, event, status`,
);

function* forgetDeliveries(before: number, limit: number): Query<number> {
  const gone = yield* FORGET.all({ before, limit });
  yield* countRows(gone.flatMap((row) => [countMade(row.account_id, row, -1), ...countEnded(row.account_id, row, -1)]));
  return gone.length;
}

export const deliveryRetention: Retention = {
  name: 'webhooks.forget-deliveries',
  everyMs: 10 * MINUTE,
  forget: (now, limit) => forgetDeliveries(now - KEPT_FOR, limit),
};

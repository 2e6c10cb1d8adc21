import { type Query, sql } from '@hostler/database';

interface Seen {
  driver: string;
  notice_id: string;
  received_at: number;
}

const NOTE = sql<Seen>(
  `insert into payment_notices (driver, notice_id, received_at) values (:driver, :notice_id, :received_at)
   on conflict (driver, notice_id) do nothing`,
);
const FORGET = sql<{ before: number; limit: number }>(
  `delete from payment_notices where (driver, notice_id) in (
     select driver, notice_id from payment_notices where received_at < :before order by received_at limit :limit)`,
);

/** Returns false if the notification was seen before. A concurrent duplicate waits for the first one. */
export function* noteProviderEvent(seen: Seen): Query<boolean> {
  return (yield* NOTE.run(seen)) > 0;
}

export function forgetProviderEvents(before: number, limit: number): Query<number> {
  return FORGET.run({ before, limit });
}

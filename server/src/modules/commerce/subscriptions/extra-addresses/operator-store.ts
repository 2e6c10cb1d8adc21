import { type Query, sql } from '@hostler/database';

/** An extra address with a month that is not billed. */
export interface UnbilledAddress {
  readonly account_id: number;
  readonly id: number;
  readonly bill_from: number;
}

const DUE = sql<{ before: number; after_time: number; after_id: number; limit: number }, UnbilledAddress>(
  `select account_id, id, bill_from from subscription_addresses
   where bill_from is not null and bill_from < :before and (bill_from, id) > (:after_time, :after_id)
   order by bill_from, id limit :limit`,
);

/** Lists the extra addresses of all customers that were in use before this time and are not billed for it. */
export function listUnbilledAddresses(
  before: number,
  after: { time: number; id: number },
  limit: number,
): Query<UnbilledAddress[]> {
  return DUE.all({ before, after_time: after.time, after_id: after.id, limit });
}

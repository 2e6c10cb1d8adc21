import { type Query, sql } from '@hostler/database';

interface OwnedRefund {
  account_id: number;
  id: number;
}

const BY_KEY = sql<{ key: string }, OwnedRefund>('select account_id, id from payment_refunds where key = :key');
const UNDER_WAY = sql<{ before: number; limit: number }, OwnedRefund>(
  `select account_id, id from payment_refunds where status = 'pending' and created_at < :before
   order by created_at limit :limit`,
);

/** Searches the refunds of all accounts. */
export function findRefundByKey(key: string): Query<OwnedRefund | undefined> {
  return BY_KEY.one({ key });
}

export function listRefundsUnderWay(before: number, limit: number): Query<OwnedRefund[]> {
  return UNDER_WAY.all({ before, limit });
}

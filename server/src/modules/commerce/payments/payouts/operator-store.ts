import { type Query, sql } from '@hostler/database';
import type { PayoutStatus } from './schemas.ts';
import { PAYOUT_COLUMNS, type PayoutRow } from './store.ts';

/** Name and IBAN of the bank line of the payment. Null if there is none. */
export type OwnedPayout = PayoutRow & { account_id: number; name: string | null; iban: string | null };

const COLUMNS = PAYOUT_COLUMNS.split(',')
  .map((column) => `p.${column.trim()}`)
  .join(', ');
const PAYOUTS = `select p.account_id, ${COLUMNS},
    (select l.name from statement_lines as l where l.payment_id = p.payment_id order by l.id limit 1) as name,
    (select l.iban from statement_lines as l where l.payment_id = p.payment_id order by l.id limit 1) as iban
  from payment_payouts as p`;
const OPEN = sql<{ limit: number }, OwnedPayout>(`${PAYOUTS} where p.paid_at is null order by p.id limit :limit`);
const PAID = sql<{ limit: number }, OwnedPayout>(
  `${PAYOUTS} where p.paid_at is not null order by p.id desc limit :limit`,
);
const FIND = sql<{ id: number }, OwnedPayout>(`${PAYOUTS} where p.id = :id`);
const PAY = sql<{ account_id: number; id: number; now: number }, { id: number }>(
  `update payment_payouts set paid_at = :now
   where account_id = :account_id and id = :id and paid_at is null returning id`,
);
const SUM = sql<object, { count: number; oldest: number | null }>(
  'select count(*) as count, min(created_at) as oldest from payment_payouts where paid_at is null',
);

/** Lists open payouts, oldest first, or paid ones, newest first. */
export function listPayouts(status: PayoutStatus, limit: number): Query<OwnedPayout[]> {
  return (status === 'open' ? OPEN : PAID).all({ limit });
}

export function findPayout(id: number): Query<OwnedPayout | undefined> {
  return FIND.one({ id });
}

/** Returns false if it was recorded before. */
export function* markPaid({ account_id, id }: OwnedPayout, now: number): Query<boolean> {
  return (yield* PAY.one({ account_id, id, now })) !== undefined;
}

export function* countOpen(): Query<{ count: number; oldest: number | null }> {
  return (yield* SUM.one({})) ?? { count: 0, oldest: null };
}

import { later, type NewRow, nullable, number, type Query, type Row, sql, table, text } from '@hostler/database';
import type { RefundDestination, RefundStatus } from './schemas.ts';

const refunds = table(
  'payment_refunds',
  {
    id: number(),
    payment_id: number(),
    key: text(),
    amount: number(),
    currency: text(),
    destination: text<RefundDestination>(),
    status: text<RefundStatus>(),
    reason: text(),
    reference: nullable(text()),
    failure: later(text()),
    created_at: number(),
    finished_at: nullable(number()),
  },
  { hidden: { account_id: number() }, unique: 'key' },
);
export type RefundRow = Row<typeof refunds>;

const FIND = sql<{ account_id: number; id: number }, RefundRow>(
  `select ${refunds.columns} from payment_refunds where account_id = :account_id and id = :id`,
);
const OF_PAYMENT = sql<{ account_id: number; payment_id: number }, RefundRow>(
  `select ${refunds.columns} from payment_refunds where account_id = :account_id and payment_id = :payment_id order by id`,
);
const UNDER_WAY = sql<{ account_id: number; payment_id: number }, { amount: number }>(
  `select cast(coalesce(sum(amount), 0) as bigint) as amount from payment_refunds
   where account_id = :account_id and payment_id = :payment_id and status = 'pending'`,
);
const FINISH = sql<
  Pick<RefundRow, 'id' | 'status' | 'reference' | 'failure' | 'finished_at'> & { account_id: number },
  RefundRow
>(
  `update payment_refunds set status = :status, reference = :reference, failure = :failure, finished_at = :finished_at
   where account_id = :account_id and id = :id and status = 'pending' returning ${refunds.columns}`,
);

export function findRefund(accountId: number, id: number): Query<RefundRow | undefined> {
  return FIND.one({ account_id: accountId, id });
}

export function listRefundsOf(accountId: number, paymentId: number): Query<RefundRow[]> {
  return OF_PAYMENT.all({ account_id: accountId, payment_id: paymentId });
}

/** Sums the refunds in progress of a payment. */
export function* sumUnderWay(accountId: number, paymentId: number): Query<number> {
  return (yield* UNDER_WAY.one({ account_id: accountId, payment_id: paymentId }))?.amount ?? 0;
}

/** Returns undefined if the key exists. */
export function insertRefund(accountId: number, row: NewRow<typeof refunds>): Query<RefundRow | undefined> {
  return refunds.insert(row, { account_id: accountId });
}

/** Updates a refund in progress. Returns undefined if it has ended. */
export function changeRefund(
  accountId: number,
  { id }: RefundRow,
  change: Pick<RefundRow, 'status' | 'reference' | 'failure' | 'finished_at'>,
): Query<RefundRow | undefined> {
  return FINISH.one({ ...change, account_id: accountId, id });
}

import { later, nullable, number, type Query, type Row, sql, table, text } from '@hostler/database';
import type { CancellationKind, Outcome } from './schemas.ts';

/** Declarations of people without a session. They belong to no account until a worker has found the contract. */
const cancellations = table('farewells', {
  id: number(),
  kind: text<CancellationKind>(),
  name: text(),
  email: text(),
  contract: text(),
  reason: nullable(text()),
  /** A date, if it is not the end of the period. */
  wished_end: nullable(text()),
  received_at: number(),
  account_id: later(number()),
  subscription_id: later(number()),
  outcome: later(text<Outcome>()),
  object_until: later(number()),
  objected_at: later(number()),
});
export type CancellationRow = Row<typeof cancellations>;
type Settlement = Pick<CancellationRow, 'account_id' | 'subscription_id' | 'outcome' | 'object_until'>;

const FIND = sql<{ id: number }, CancellationRow>(`select ${cancellations.columns} from farewells where id = :id`);
const SETTLE = sql<Settlement & { id: number; hash: string | null }>(
  `update farewells set account_id = :account_id, subscription_id = :subscription_id, outcome = :outcome,
     object_until = :object_until, hash = :hash where id = :id`,
);
const OBJECT = sql<{ hash: string; now: number }, CancellationRow>(
  `update farewells set objected_at = :now, hash = null where hash = :hash and object_until > :now
   returning ${cancellations.columns}`,
);
const GIVE_RECEIPT = sql<{ id: number; hash: string; until: number }>(
  'update farewells set receipt_hash = :hash, receipt_until = :until where id = :id',
);
const BY_RECEIPT = sql<{ hash: string; now: number }, CancellationRow>(
  `select ${cancellations.columns} from farewells where receipt_hash = :hash and receipt_until > :now`,
);
const COUNT = sql<{ since: number; most: number }, { count: number }>(
  'select count(*) as count from (select id from farewells where received_at > :since limit :most) as recent',
);
const FORGET = sql<{ before: number; limit: number }>(
  `delete from farewells where id in (
     select id from farewells where received_at < :before order by received_at limit :limit)`,
);

export const insertCancellation = cancellations.insert;
export const findCancellation = (id: number) => FIND.one({ id });
export const settleCancellation = SETTLE.run;
export const giveReceipt = GIVE_RECEIPT.run;
export const findByReceipt = BY_RECEIPT.one;
/** Returns the declaration to the first caller within the time limit. */
export const spendObjection = OBJECT.one;
export const forgetCancellations = FORGET.run;

/** Counts declarations since then, up to `most`. */
export function* countSince(since: number, most: number): Query<number> {
  return (yield* COUNT.one({ since, most }))?.count ?? 0;
}

import { type NewRow, nullable, number, type Query, type Row, sql, table, text } from '@hostler/database';
import type { LedgerKind } from './schemas.ts';

const entries = table(
  'ledger_entries',
  {
    id: number(),
    kind: text<LedgerKind>(),
    amount: number(),
    /** Balance of the account in this currency after the entry. */
    balance: number(),
    currency: text(),
    payment_id: nullable(number()),
    invoice_id: nullable(number()),
    reason: nullable(text()),
    created_at: number(),
  },
  { hidden: { account_id: number(), key: text() }, unique: 'key' },
);
export type LedgerRow = Row<typeof entries>;
type NewEntry = NewRow<typeof entries>;

const LAST = sql<{ account_id: number; currency: string }, { id: number; balance: number }>(
  `select id, balance from ledger_entries where account_id = :account_id and currency = :currency
   order by id desc limit 1`,
);
const OF_PAYMENT = sql<{ account_id: number; payment_id: number }, { amount: number }>(
  `select cast(coalesce(sum(amount), 0) as bigint) as amount from ledger_entries
   where account_id = :account_id and payment_id = :payment_id`,
);
const SPENT = sql<{ account_id: number; currency: string }, { invoice_id: number; amount: number }>(
  `select invoice_id, cast(-sum(amount) as bigint) as amount from ledger_entries
   where account_id = :account_id and currency = :currency and invoice_id is not null and payment_id is null
   group by invoice_id having sum(amount) < 0 order by max(id) desc`,
);
const NEWEST = sql<{ account_id: number; currency: string; limit: number }, LedgerRow>(
  `select ${entries.columns} from ledger_entries where account_id = :account_id and currency = :currency
   order by id desc limit :limit`,
);

/** An invoice that credit may pay. */
interface Wanting {
  readonly accountId: number;
  readonly id: number;
  readonly currency: string;
}

const CREDITED = sql<{ wanting: string }, { id: number }>(
  `select cast(w.value ->> 'id' as bigint) as id from {each :wanting as w}
   where (select e.balance from ledger_entries as e
     where e.account_id = cast(w.value ->> 'accountId' as bigint) and e.currency = w.value ->> 'currency'
     order by e.id desc limit 1) > 0`,
);

/** Returns the newest entry of an account in a currency. */
export function findLastEntry(accountId: number, currency: string): Query<{ id: number; balance: number } | undefined> {
  return LAST.one({ account_id: accountId, currency });
}

/** Returns undefined if the key exists. */
export function insertEntry(accountId: number, key: string, entry: NewEntry): Query<LedgerRow | undefined> {
  return entries.insert(entry, { account_id: accountId, key });
}

/** Returns how much of a payment is or was credit. */
export function* sumEntriesOfPayment(accountId: number, paymentId: number): Query<number> {
  return (yield* OF_PAYMENT.one({ account_id: accountId, payment_id: paymentId }))?.amount ?? 0;
}

/** Lists the invoices that credit paid, newest first. */
export function listSpentCredit(accountId: number, currency: string): Query<{ invoice_id: number; amount: number }[]> {
  return SPENT.all({ account_id: accountId, currency });
}

export function listNewestEntries(accountId: number, currency: string, limit: number): Query<LedgerRow[]> {
  return NEWEST.all({ account_id: accountId, currency, limit });
}

/** Returns those whose account has credit in their currency. */
export function* listCredited<W extends Wanting>(wanting: readonly W[]): Query<W[]> {
  if (wanting.length === 0) return [];
  const found = yield* CREDITED.all({ wanting: JSON.stringify(wanting) });
  const ids = new Set(found.map(({ id }) => id));
  return wanting.filter(({ id }) => ids.has(id));
}

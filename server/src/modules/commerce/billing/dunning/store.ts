import { type Query, sql } from '@hostler/database';

/** The dunning progress of an unpaid invoice. */
export interface DunningRow {
  invoice_id: number;
  due_at: number;
  /** When the run checks the invoice next. Null is never. */
  next_at: number | null;
  /** The day of suspension that the customer was notified of. */
  suspend_at: number | null;
  suspended_at: number | null;
}

interface Key {
  account_id: number;
  invoice_id: number;
}

const COLUMNS = 'invoice_id, due_at, next_at, suspend_at, suspended_at';
const OPEN = sql<Key & { due_at: number; next_at: number }>(
  `insert into billing_dunning (invoice_id, account_id, due_at, next_at) values (:invoice_id, :account_id, :due_at, :next_at)
   on conflict (invoice_id) do update set next_at = :next_at, suspend_at = null, suspended_at = null`,
);
const FIND = sql<Key, DunningRow>(
  `select ${COLUMNS} from billing_dunning where account_id = :account_id and invoice_id = :invoice_id`,
);
const CHANGE = sql<Key & Pick<DunningRow, 'next_at' | 'suspend_at' | 'suspended_at'>>(
  `update billing_dunning set next_at = :next_at, suspend_at = :suspend_at, suspended_at = :suspended_at
   where account_id = :account_id and invoice_id = :invoice_id`,
);

/** Starts dunning from the beginning, when an invoice becomes overdue or its payment was reversed. */
export function* openDunning(accountId: number, invoiceId: number, dueAt: number, at: number): Query<void> {
  yield* OPEN.run({ account_id: accountId, invoice_id: invoiceId, due_at: dueAt, next_at: at });
}

export function findDunning(accountId: number, invoiceId: number): Query<DunningRow | undefined> {
  return FIND.one({ account_id: accountId, invoice_id: invoiceId });
}

export function* changeDunning(
  accountId: number,
  invoiceId: number,
  state: Pick<DunningRow, 'next_at' | 'suspend_at' | 'suspended_at'>,
): Query<void> {
  yield* CHANGE.run({ account_id: accountId, invoice_id: invoiceId, ...state });
}

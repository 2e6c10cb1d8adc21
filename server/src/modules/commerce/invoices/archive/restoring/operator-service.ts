import type { Query } from '@hostler/database';
import { amountDue } from '../../amounts.ts';
import type { InvoiceFollowers } from '../../followers.ts';
import { changeAmounts, findRow } from '../../settlement.ts';
import type { InvoiceItemRow } from '../../store.ts';
import { findByNumber, insertRestored, isSameAccount } from '../operator-store.ts';
import type { ArchivedDocument } from '../record.ts';

/** Result for a document that only the archive has. */
export interface Restored {
  readonly number: string;
  /**
   * `restored`: it is an invoice again. `no_account`: the database has no such account. `damaged`: its file cannot be read.
   * `kept_twice`: two documents have this number; the archive keeps both.
   */
  readonly result: 'restored' | 'there' | 'no_account' | 'damaged' | 'kept_twice';
  readonly id?: number;
  readonly account_id?: number;
  /** Credit notes only: how much of it lowered nothing, as it was paid before. Staff give it as credit or refund it. */
  readonly not_applied?: number;
}

/**
 * Restores a document as it was issued. Whether it was paid is lost, so nothing is collected until staff decide
 * (`on_hold`). It is linked to no subscription, because another one may have the same id after a restore. Does nothing
 * if it exists.
 */
export function* restoreDocument(document: ArchivedDocument, at: number, followers: InvoiceFollowers): Query<Restored> {
  const { number, account_id: accountId, account_created_at, corrects, format, ...printed } = document;
  if (yield* findByNumber(number)) return { number, result: 'there' };
  if (!(yield* isSameAccount(accountId, account_created_at))) return { number, result: 'no_account' };
  const isDue = document.total > 0;
  const corrected = corrects === null ? undefined : yield* findByNumber(corrects);
  const row = yield* insertRestored(
    accountId,
    {
      ...printed,
      items: JSON.stringify((JSON.parse(document.items) as InvoiceItemRow[]).map(withoutSubscription)),
      subscription_id: null,
      corrects_id: corrected?.account_id === accountId ? corrected.id : null,
      status: isDue ? 'unpaid' : 'paid',
      amount_paid: isDue ? 0 : document.total,
      amount_credited: 0,
      amount_written_off: 0,
      paid_at: isDue ? null : document.issued_at,
      mail_at: null,
      archived_at: at,
      restored_at: at,
      on_hold: isDue ? 1 : 0,
    },
    number,
  );
  const restored: Restored = { number, result: 'restored', id: row.id, account_id: accountId };
  if (row.corrects_id === null) return restored;
  const not_applied = yield* lowerAgain(accountId, row.corrects_id, -row.total, at, followers);
  return not_applied > 0 ? { ...restored, not_applied } : restored;
}

/**
 * Lowers the amount due of the invoice that a restored credit note refers to. Returns the part that could not be
 * applied.
 */
function* lowerAgain(
  accountId: number,
  id: number,
  amount: number,
  at: number,
  followers: InvoiceFollowers,
): Query<number> {
  const due = amountDue(yield* findRow(accountId, id));
  const part = Math.min(amount, due);
  if (part <= 0) return amount;
  const invoice = yield* changeAmounts(accountId, id, at, (row) => ({ amount_credited: row.amount_credited + part }));
  if (invoice.amount_due === 0) yield* followers.tellCleared(accountId, invoice, at);
  return amount - part;
}

function withoutSubscription({ subscription_id: _, ...item }: InvoiceItemRow): InvoiceItemRow {
  return { ...item, subscription_id: null };
}

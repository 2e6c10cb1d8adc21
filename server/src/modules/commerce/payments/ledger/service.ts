import { lockName, type Query } from '../../../../kernel/db/query.ts';
import { conflict } from '../../../../kernel/errors.ts';
import type { LedgerKind } from './schemas.ts';
import { findLastEntry, insertEntry, type LedgerRow } from './store.ts';

interface NewEntry {
  /** What has the same key is the same entry, and is written once. */
  key: string;
  kind: LedgerKind;
  /** More credit (+) or less (−). */
  amount: number;
  currency: string;
  paymentId?: number | null;
  invoiceId?: number | null;
  reason?: string | null;
  at: number;
}

/** Whatever moves money of an account waits for whoever else does: each then sees what the other did. */
export function lockMoney(accountId: number): Query<void> {
  return lockName(`money ${accountId}`);
}

/** The credit of an account. */
export function* balanceOf(accountId: number, currency: string): Query<number> {
  return (yield* findLastEntry(accountId, currency))?.balance ?? 0;
}

/**
 * Undefined: it was written before. Nobody spends more than there is; but a payment can be taken back after its credit was
 * spent, and a refund is written before the credit notes that make room for it (and checked after them).
 */
export function* post(accountId: number, entry: NewEntry): Query<LedgerRow | undefined> {
  const { key, kind, amount, currency, paymentId = null, invoiceId = null, reason = null, at } = entry;
  yield* lockMoney(accountId);
  const balance = (yield* balanceOf(accountId, currency)) + amount;
  if (amount < 0 && balance < 0 && kind !== 'reversal' && kind !== 'refund') {
    throw conflict(`Account ${accountId} has no credit of ${-amount} ${currency}; there is ${balance - amount}.`);
  }
  const row = { kind, amount, balance, currency, payment_id: paymentId, invoice_id: invoiceId, reason };
  return yield* insertEntry(accountId, key, { ...row, created_at: at });
}

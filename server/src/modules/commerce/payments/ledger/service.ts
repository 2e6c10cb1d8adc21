import { lockName, type Query } from '@hostler/database';
import { formatMoney } from '#kernel/currency.ts';
import { errors } from './errors.ts';
import type { LedgerKind } from './schemas.ts';
import { findLastEntry, insertEntry, type LedgerRow } from './store.ts';

interface NewEntry {
  /** Unique. Entries with the same key are written once. */
  key: string;
  kind: LedgerKind;
  /** Positive for more credit, negative for less. */
  amount: number;
  currency: string;
  paymentId?: number | null;
  invoiceId?: number | null;
  reason?: string | null;
  at: number;
}

/** Serialises all movements of an account's money. */
export function lockMoney(accountId: number): Query<void> {
  return lockName(`money ${accountId}`);
}

/** Returns the credit of an account. */
export function* balanceOf(accountId: number, currency: string): Query<number> {
  return (yield* findLastEntry(accountId, currency))?.balance ?? 0;
}

/**
 * Returns undefined if the entry was written before. Credit cannot be overspent, with two exceptions: a payment can be
 * reversed after its credit was spent, and a refund is written before the credit notes that cover it, and checked after
 * them.
 */
export function* post(accountId: number, entry: NewEntry): Query<LedgerRow | undefined> {
  const { key, kind, amount, currency, paymentId = null, invoiceId = null, reason = null, at } = entry;
  yield* lockMoney(accountId);
  const balance = (yield* balanceOf(accountId, currency)) + amount;
  if (amount < 0 && balance < 0 && kind !== 'reversal' && kind !== 'refund') {
    const [wanted, left] = [formatMoney(-amount, currency), formatMoney(balance - amount, currency)];
    throw errors.credit_missing({ account_id: accountId, amount: wanted, balance: left });
  }
  const row = { kind, amount, balance, currency, payment_id: paymentId, invoice_id: invoiceId, reason };
  return yield* insertEntry(accountId, key, { ...row, created_at: at });
}

import { formatTime } from '#kernel/time.ts';
import type { Ledger } from './schemas.ts';
import type { LedgerRow } from './store.ts';

/** Newest first. */
export function viewLedger(currency: string, rows: readonly LedgerRow[]): Ledger {
  const entries = rows.map(({ currency: _, created_at, ...entry }) => ({
    ...entry,
    created_at: formatTime(created_at),
  }));
  return { currency, credit: rows[0]?.balance ?? 0, entries };
}

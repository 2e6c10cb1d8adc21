import type { Query } from '@hostler/database';
import { customerOf } from '../customer.ts';
import type { Ledger } from './schemas.ts';
import { listNewestEntries } from './store.ts';
import { viewLedger } from './view.ts';

/** Entries that the credit history shows. */
const MOST_ENTRIES = 100;

/** Returns the credit of an account and its newest changes. */
export function* showLedger(accountId: number): Query<Ledger> {
  const { currency } = yield* customerOf(accountId);
  return viewLedger(currency, yield* listNewestEntries(accountId, currency, MOST_ENTRIES));
}

import type { Query } from '../../../kernel/db/query.ts';
import { notFound } from '../../../kernel/errors.ts';
import { type Account, accountExists, findAccount, findBound, setBound } from './store.ts';

/** For whoever makes something for a customer: there must be one. */
export function* requireAccount(id: number): Query<void> {
  if (!(yield* accountExists(id))) throw notFound('Account');
}

/** Name and address of a customer. */
export function* getAccount(id: number): Query<Account> {
  const account = yield* findAccount(id);
  if (!account) throw notFound('Account');
  return account;
}

/** It has paid, or staff trust it: from now on it may use everything. Asked first, as a write makes all look for keys anew. */
export function* liftBound(accountId: number): Query<void> {
  if ((yield* findBound(accountId)) !== null) yield* setBound(accountId, null);
}

/** It has a server, though nothing was paid yet: one on trial, or paid by the hour. */
export function* easeBound(accountId: number): Query<void> {
  if ((yield* findBound(accountId)) === 'unpaid') yield* setBound(accountId, 'served');
}

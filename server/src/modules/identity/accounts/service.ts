import type { Query } from '../../../kernel/db/query.ts';
import { notFound } from '../../../kernel/errors.ts';
import { type Account, accountExists, findAccount, findBound, setBound } from './store.ts';

/** Throws 404 if the account does not exist. */
export function* requireAccount(id: number): Query<void> {
  if (!(yield* accountExists(id))) throw notFound('Account');
}

export function* getAccount(id: number): Query<Account> {
  const account = yield* findAccount(id);
  if (!account) throw notFound('Account');
  return account;
}

/**
 * Removes the restriction of an account that has paid or that staff trust. Reads first, because a write invalidates the
 * cache of keys.
 */
export function* liftBound(accountId: number): Query<void> {
  if ((yield* findBound(accountId)) !== null) yield* setBound(accountId, null);
}

/** Relaxes the restriction of an account that has a server on trial or billed hourly. */
export function* easeBound(accountId: number): Query<void> {
  if ((yield* findBound(accountId)) === 'unpaid') yield* setBound(accountId, 'served');
}

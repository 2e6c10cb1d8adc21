import type { Query } from '@hostler/database';
import { notFound } from '#kernel/errors.ts';
import { suspendedError } from '../people/index.ts';
import { type Account, accountExists, findAccount, findBound, setBound } from './store.ts';
import { findSuspension } from './suspensions/store.ts';

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
export function* endRestriction(accountId: number): Query<void> {
  if ((yield* findBound(accountId)) !== null) yield* setBound(accountId, null);
}

/** Relaxes the restriction of an account that has a server on trial or billed hourly. */
export function* easeBound(accountId: number): Query<void> {
  if ((yield* findBound(accountId)) === 'unpaid') yield* setBound(accountId, 'served');
}

/** Throws FORBIDDEN if the account is suspended. */
export function* refuseSuspended(accountId: number): Query<void> {
  const suspension = yield* findSuspension(accountId);
  if (suspension) throw suspendedError(suspension);
}

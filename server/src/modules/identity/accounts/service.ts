import type { Query } from '../../../kernel/db/query.ts';
import { notFound } from '../../../kernel/errors.ts';
import { type Account, accountExists, findAccount } from './store.ts';

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

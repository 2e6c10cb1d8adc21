import { randomBase62 } from '../../../kernel/crypto.ts';
import { type Query, sql } from '../../../kernel/db/query.ts';
import { nullable, number, type Row, table, text } from '../../../kernel/db/table.ts';
import type { AccountBound } from '../people/index.ts';

/**
 * One person may have several accounts, so several may have one address: it is `contact_email`. No two rows share what is in
 * `email`, which is the address where it was free; the version before reads that one.
 */
export const accounts = table(
  'accounts',
  {
    id: number(),
    name: text(),
    email: text(),
    created_at: number(),
    /** Since when it waits for staff to look at it; null where it does not. */
    waits_since: nullable(number()),
    /** What keeps one that signed itself up from using everything; null once an invoice was paid, or staff trust it. */
    bound: nullable(text<AccountBound>()),
  },
  { hidden: { contact_email: nullable(text()) }, shown: { email: 'coalesce(contact_email, email)' }, unique: 'email' },
);
export type AccountRow = Row<typeof accounts>;

const FIND = sql<{ account_id: number }, Account>(
  'select id, name, coalesce(contact_email, email) as email from accounts where id = :account_id',
);
const SEVERAL = sql<{ ids: string }, Account>(
  'select id, name, coalesce(contact_email, email) as email from accounts where id {in :ids}',
);
const BOUND = sql<{ account_id: number }, { bound: AccountBound | null }>(
  'select bound from accounts where id = :account_id',
);
const SET_BOUND = sql<{ account_id: number; bound: AccountBound | null }>(
  'update accounts set bound = :bound where id = :account_id',
);
const EXISTS = sql<{ account_id: number }, { id: number }>('select id from accounts where id = :account_id');

export function* insertAccount(account: Omit<AccountRow, 'id'>): Query<AccountRow> {
  const contact = { contact_email: account.email };
  const made = yield* accounts.insert(account, contact);
  if (made) return made;
  const again = yield* accounts.insert({ ...account, email: `${account.email} ${randomBase62(12)}` }, contact);
  if (!again) throw new Error('two accounts have drawn the same word');
  return { ...again, email: account.email };
}

export function* accountExists(accountId: number): Query<boolean> {
  return (yield* EXISTS.one({ account_id: accountId })) !== undefined;
}

export function* findBound(accountId: number): Query<AccountBound | null> {
  return (yield* BOUND.one({ account_id: accountId }))?.bound ?? null;
}

export function* setBound(accountId: number, bound: AccountBound | null): Query<void> {
  yield* SET_BOUND.run({ account_id: accountId, bound });
}

/** A customer, as other modules know them. */
export interface Account {
  id: number;
  name: string;
  email: string;
}

export function findAccount(accountId: number): Query<Account | undefined> {
  return FIND.one({ account_id: accountId });
}

/** Several of them. */
export function listAccountsById(ids: readonly number[]): Query<Account[]> {
  return SEVERAL.all({ ids: JSON.stringify([...new Set(ids)]) });
}

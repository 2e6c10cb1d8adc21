import { later, nullable, number, type Query, type Row, sql, table, text } from '@hostler/database';
import { randomBase62 } from '#kernel/crypto.ts';
import type { Language } from '#kernel/texts/languages.ts';
import type { AccountBound } from '../people/index.ts';

/**
 * Several accounts may share one address, because a person may have several: it is in `contact_email`. `email` is
 * unique and holds the address if it was free; the previous version reads it.
 */
export const accounts = table(
  'accounts',
  {
    id: number(),
    name: text(),
    email: text(),
    created_at: number(),
    /** When the account began to wait for approval. Null if it does not wait. */
    waits_since: nullable(number()),
    /** Restriction of an account that signed itself up. Null once an invoice was paid or staff trust it. */
    bound: nullable(text<AccountBound>()),
    /** JSON of the open suspension. Kept with the rows of `account_suspensions`, because every request reads it. */
    suspension: later(text()),
    /** When staff closed the account. */
    closed_at: later(number()),
    /** Language of mails and documents. Null for that of the installation. */
    language: later(text<Language>()),
  },
  { hidden: { contact_email: nullable(text()) }, shown: { email: 'coalesce(contact_email, email)' }, unique: 'email' },
);
export type AccountRow = Row<typeof accounts>;

const FIND = sql<{ account_id: number }, Account>(
  'select id, name, coalesce(contact_email, email) as email, language from accounts where id = :account_id',
);
const SEVERAL = sql<{ ids: string }, Account>(
  'select id, name, coalesce(contact_email, email) as email, language from accounts where id {in :ids}',
);
const BOUND = sql<{ account_id: number }, { bound: AccountBound | null }>(
  'select bound from accounts where id = :account_id',
);
const SET_BOUND = sql<{ account_id: number; bound: AccountBound | null }>(
  'update accounts set bound = :bound where id = :account_id',
);
const CLOSE = sql<{ account_id: number; now: number }>(
  'update accounts set closed_at = :now where id = :account_id and closed_at is null',
);
const REOPEN = sql<{ account_id: number }>('update accounts set closed_at = null where id = :account_id');
const LANGUAGE = sql<{ account_id: number }, { language: Language | null }>(
  'select language from accounts where id = :account_id',
);
/** The account that the person has been a member of for the longest time decides. */
const LANGUAGE_OF_PERSON = sql<{ person_id: number }, { language: Language | null }>(
  `select a.language from memberships as m join accounts as a on a.id = m.account_id
   where m.person_id = :person_id order by m.id limit 1`,
);
const SET_LANGUAGE = sql<{ account_id: number; language: Language | null }>(
  'update accounts set language = :language where id = :account_id',
);
const EXISTS = sql<{ account_id: number }, { id: number }>('select id from accounts where id = :account_id');

export function* insertAccount(
  account: Omit<AccountRow, 'id' | 'suspension' | 'closed_at' | 'language'>,
): Query<AccountRow> {
  const contact = { contact_email: account.email };
  const made = yield* accounts.insert(account, contact);
  if (made) return made;
  const again = yield* accounts.insert({ ...account, email: `${account.email} ${randomBase62(12)}` }, contact);
  if (!again) throw new Error('account insert: suffix is taken');
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

/** Returns false if the account is closed already. */
export function* markClosed(accountId: number, now: number): Query<boolean> {
  return (yield* CLOSE.run({ account_id: accountId, now })) > 0;
}

export function* markReopened(accountId: number): Query<void> {
  yield* REOPEN.run({ account_id: accountId });
}

/** Returns the language that an account has chosen, or an account of the person. */
export function* findLanguage(of: { accountId?: number; personId?: number }): Query<Language | null> {
  const { accountId, personId } = of;
  if (accountId !== undefined) return (yield* LANGUAGE.one({ account_id: accountId }))?.language ?? null;
  if (personId === undefined) return null;
  return (yield* LANGUAGE_OF_PERSON.one({ person_id: personId }))?.language ?? null;
}

export function* setLanguage(accountId: number, language: Language | null): Query<void> {
  yield* SET_LANGUAGE.run({ account_id: accountId, language });
}

/** An account as other modules see it. */
export interface Account {
  id: number;
  name: string;
  email: string;
  language: Language | null;
}

export function findAccount(accountId: number): Query<Account | undefined> {
  return FIND.one({ account_id: accountId });
}

/** Adds the name of the account to each row. */
export function* withAccountNames<Row extends { readonly account_id: number | null }>(
  rows: readonly Row[],
): Query<(Row & { account_name: string | null })[]> {
  const accounts = yield* listAccountsById(rows.flatMap(({ account_id }) => account_id ?? []));
  const names = new Map(accounts.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({ ...row, account_name: names.get(row.account_id ?? 0) ?? null }));
}

export function listAccountsById(ids: readonly number[]): Query<Account[]> {
  return SEVERAL.all({ ids: JSON.stringify([...new Set(ids)]) });
}

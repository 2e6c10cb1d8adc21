import { type Query, sql } from '../../../kernel/db/query.ts';

const EXISTS = sql<{ account_id: number }, { id: number }>('select id from accounts where id = :account_id');

export function* accountExists(accountId: number): Query<boolean> {
  return (yield* EXISTS.one({ account_id: accountId })) !== undefined;
}

const FIND = sql<{ account_id: number }, Account>(
  'select id, name, coalesce(contact_email, email) as email from accounts where id = :account_id',
);

/** A customer, as other modules know them. */
export interface Account {
  id: number;
  name: string;
  email: string;
}

export function findAccount(accountId: number): Query<Account | undefined> {
  return FIND.one({ account_id: accountId });
}

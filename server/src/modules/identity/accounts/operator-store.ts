import { insert, type Query, sql } from '../../../kernel/db/query.ts';

export interface AccountRow {
  id: number;
  name: string;
  email: string;
  created_at: number;
}

export const insertAccount = insert<Omit<AccountRow, 'id'>>('accounts', ['name', 'email', 'created_at'], {
  onConflict: 'on conflict (email) do nothing',
}) as (row: Omit<AccountRow, 'id'>) => Query<number | undefined>;

export const insertUser = insert<{
  account_id: number;
  email: string;
  password_hash: string | null;
  created_at: number;
}>('users', ['account_id', 'email', 'password_hash', 'created_at']);

const ALL = sql<object, AccountRow>('select id, name, email, created_at from accounts order by id');

export const listAccounts = () => ALL.all({});

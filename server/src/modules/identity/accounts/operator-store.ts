import { insert, sql } from '../../../kernel/db/query.ts';
import { number, type Row, table, text } from '../../../kernel/db/table.ts';

const accounts = table(
  'accounts',
  { id: number(), name: text(), email: text(), created_at: number() },
  { unique: 'email' },
);
export type AccountRow = Row<typeof accounts>;

export const insertAccount = accounts.insert;

export const insertUser = insert<{
  account_id: number;
  email: string;
  password_hash: string | null;
  created_at: number;
}>('users', ['account_id', 'email', 'password_hash', 'created_at']);

const ALL = sql<object, AccountRow>(`select ${accounts.columns} from accounts order by id`);

export const listAccounts = () => ALL.all({});

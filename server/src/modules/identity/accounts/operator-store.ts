import { randomBase62 } from '../../../kernel/crypto.ts';
import { type Query, sql } from '../../../kernel/db/query.ts';
import { nullable, number, type Row, table, text } from '../../../kernel/db/table.ts';

/**
 * One person may have several accounts, so several may have one address: it is `contact_email`. No two rows share what is in
 * `email`, which is the address where it was free; the version before reads that one.
 */
const accounts = table(
  'accounts',
  { id: number(), name: text(), email: text(), created_at: number() },
  { hidden: { contact_email: nullable(text()) }, shown: { email: 'coalesce(contact_email, email)' }, unique: 'email' },
);
export type AccountRow = Row<typeof accounts>;

const ALL = sql<object, AccountRow>(`select ${accounts.columns} from accounts order by id`);

export function* insertAccount(account: Omit<AccountRow, 'id'>): Query<AccountRow> {
  const contact = { contact_email: account.email };
  const made = yield* accounts.insert(account, contact);
  if (made) return made;
  const again = yield* accounts.insert({ ...account, email: `${account.email} ${randomBase62(12)}` }, contact);
  if (!again) throw new Error('two accounts have drawn the same word');
  return { ...again, email: account.email };
}

export const listAccounts = () => ALL.all({});

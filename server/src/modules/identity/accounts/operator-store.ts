import { sql } from '../../../kernel/db/query.ts';
import { type AccountRow, accounts } from './store.ts';

const ALL = sql<object, AccountRow>(`select ${accounts.columns} from accounts order by id`);
const APPROVE = sql<{ account_id: number }, AccountRow>(
  `update accounts set waits_since = null, bound = null where id = :account_id and waits_since is not null
   returning ${accounts.columns}`,
);

export const listAccounts = () => ALL.all({});
/** Undefined where it did not wait. */
export const approveAccount = (accountId: number) => APPROVE.one({ account_id: accountId });

import { defineStaffList, sql } from '@hostler/database';
import { type AccountRow, accounts } from './store.ts';

export const ACCOUNT_STATUSES = ['active', 'waiting', 'suspended', 'closed'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

const APPROVE = sql<{ account_id: number }, AccountRow>(
  `update accounts set waits_since = null, bound = null where id = :account_id and waits_since is not null
   returning ${accounts.columns}`,
);

export const listAccounts = defineStaffList<AccountRow, AccountStatus>({
  select: `select ${accounts.columns} from accounts`,
  statuses: {
    active: 'waits_since is null and suspension is null',
    waiting: 'waits_since is not null',
    suspended: 'suspension is not null and closed_at is null',
    closed: 'closed_at is not null',
  },
  searched: ['name', 'email', 'contact_email'],
  filters: { tag: 'id in (select account_id from account_tags where tag = :tag)' },
});
/** Returns undefined if the account did not wait. */
export const approveAccount = (accountId: number) => APPROVE.one({ account_id: accountId });

import { type Query, sql } from '../../../kernel/db/query.ts';
import { type AuditEntryRow, COLUMNS } from './store.ts';

const NEWEST = sql<{ limit: number }, AuditEntryRow>(
  `select ${COLUMNS} from audit_entries order by id desc limit :limit`,
);
const NEWEST_OF_ACCOUNT = sql<{ account_id: number; limit: number }, AuditEntryRow>(
  `select ${COLUMNS} from audit_entries where account_id = :account_id order by account_id desc, id desc limit :limit`,
);

/** The newest of everybody's, or of one account's. */
export function listNewestEntries(accountId: number | undefined, limit: number): Query<AuditEntryRow[]> {
  return accountId === undefined ? NEWEST.all({ limit }) : NEWEST_OF_ACCOUNT.all({ account_id: accountId, limit });
}

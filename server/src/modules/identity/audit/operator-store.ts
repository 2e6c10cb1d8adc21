import { type Query, sql } from '../../../kernel/db/query.ts';
import { type AuditEntryRow, COLUMNS, listAudit } from './store.ts';

const NEWEST = sql<{ limit: number }, AuditEntryRow>(
  `select ${COLUMNS} from audit_entries order by id desc limit :limit`,
);

/** The newest of everybody's, or of one account's. */
export function* listNewestEntries(accountId: number | undefined, limit: number): Query<AuditEntryRow[]> {
  if (accountId === undefined) return yield* NEWEST.all({ limit });
  return (yield* listAudit(accountId, {}, { page: 1, per_page: limit, sort: 'desc' })).items;
}

import { defineList, foldForSearch } from '../../kernel/db/page.ts';
import { insert, type Query, type SqlValue, sql } from '../../kernel/db/query.ts';
import { addToTotal, moveTotal } from '../../kernel/db/totals.ts';
import type { BackedUpType, BackupStatus, BackupType } from './schemas.ts';

export interface BackupRow {
  id: number;
  name: string;
  type: BackupType;
  resource_type: BackedUpType;
  resource_id: number;
  status: BackupStatus;
  size_bytes: number | null;
  checksum: string | null;
  verified_at: number | null;
  error: string | null;
  created_at: number;
  completed_at: number | null;
}

export type NewBackupRow = Pick<BackupRow, 'name' | 'type' | 'resource_type' | 'resource_id' | 'created_at'>;

const COLUMNS = `id, name, type, resource_type, resource_id, status, size_bytes, checksum, verified_at, error, created_at,
  completed_at`;

const INSERT = insert<NewBackupRow & { account_id: number; status: BackupStatus; search_text: string }>('backups', [
  'account_id',
  'name',
  'type',
  'resource_type',
  'resource_id',
  'status',
  'search_text',
  'created_at',
]);
const FIND = sql<{ account_id: number; id: number }, BackupRow>(
  `select ${COLUMNS} from backups where account_id = :account_id and id = :id`,
);
const CHANGE = sql<Record<string, SqlValue>, BackupRow>(
  `update backups set status = :status, size_bytes = :size_bytes, checksum = :checksum, verified_at = :verified_at,
     completed_at = :completed_at, error = :error
   where account_id = :account_id and id = :id and status = :from returning ${COLUMNS}`,
);

export const listBackups = defineList<BackupRow>({ table: 'backups', columns: COLUMNS });

export function findBackup(accountId: number, id: number): Query<BackupRow | undefined> {
  return FIND.one({ account_id: accountId, id });
}

export function* insertBackup(accountId: number, backup: NewBackupRow): Query<BackupRow> {
  const row = { ...backup, status: 'pending' as const };
  const id = yield* INSERT({ ...row, account_id: accountId, search_text: foldForSearch(backup.name) });
  yield* addToTotal(accountId, 'backups', row.status, 1);
  return { ...row, id, size_bytes: null, checksum: null, verified_at: null, error: null, completed_at: null };
}

/** Moves a backup on from the status it was read with; undefined when someone else moved it meanwhile. */
export function* changeBackup(
  accountId: number,
  backup: BackupRow,
  changes: Partial<Omit<BackupRow, 'id'>>,
): Query<BackupRow | undefined> {
  const changed = yield* CHANGE.one({ ...backup, ...changes, account_id: accountId, from: backup.status });
  if (changed) yield* moveTotal(accountId, 'backups', backup.status, changed.status);
  return changed;
}

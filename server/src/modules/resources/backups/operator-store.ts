import { byColumn, defineStaffList, type Query, sql } from '@hostler/database';
import { ACCOUNT_NAME, type Owned } from '../owned.ts';
import { BACKUP_STATUSES, type BackupStatus } from './schemas.ts';
import { type BackupRow, backups } from './store.ts';

interface KnownBackup {
  id: number;
  account_id: number;
  status: BackupStatus;
}

const KNOWN = sql<{ ids: string }, KnownBackup>(
  `select id, account_id, status from backups
   where id in (select cast(c.value as bigint) from {each :ids as c})`,
);

/** Returns those of the given backups that have a record. */
export function listKnown(ids: readonly number[]): Query<KnownBackup[]> {
  return KNOWN.all({ ids: JSON.stringify(ids) });
}

/** Lists the backups of all accounts or of one. */
export const listAllBackups = defineStaffList<Owned<BackupRow>, BackupStatus>({
  select: `select account_id, ${ACCOUNT_NAME}, ${backups.columns} from backups`,
  statuses: byColumn(BACKUP_STATUSES),
  searched: ['name'],
});

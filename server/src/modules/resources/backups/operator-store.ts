import { byColumn, defineStaffList, type Query, sql } from '@hostler/database';
import { ACCOUNT_NAME, type Owned } from '../owned.ts';
import { BACKUP_STATUSES, type BackupStatus } from './schemas.ts';
import { type BackupRow, backups } from './store.ts';

interface KnownBackup {
  id: number;
  account_id: number;
  status: BackupStatus;
}

type OwnedBackupRow = Owned<BackupRow> & { resource_name: string | null };

const RESOURCE_NAME = `case resource_type
    when 'hosting' then (select hostname from hosting where hosting.id = resource_id)
    when 'database' then (select databases.name from databases where databases.id = resource_id)
  end as resource_name`;

const KNOWN = sql<{ ids: string }, KnownBackup>(
  `select id, account_id, status from backups
   where id in (select cast(c.value as bigint) from {each :ids as c})`,
);

/** Returns those of the given backups that have a record. */
export function listKnown(ids: readonly number[]): Query<KnownBackup[]> {
  return KNOWN.all({ ids: JSON.stringify(ids) });
}

/** Lists the backups of all accounts or of one. */
export const listAllBackups = defineStaffList<OwnedBackupRow, BackupStatus>({
  select: `select account_id, ${ACCOUNT_NAME}, ${backups.columns}, ${RESOURCE_NAME} from backups`,
  statuses: byColumn(BACKUP_STATUSES),
  searched: ['name'],
  filters: { hosting_id: `resource_type = 'hosting' and resource_id = :hosting_id` },
});

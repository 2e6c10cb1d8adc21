import type { Database } from '@hostler/database';
import { type Command, command, flag, integer, optional } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { Nullable } from '#kernel/schema.ts';
import { EVERY_ROLE, MACHINES } from '#kernel/staff-roles.ts';
import { Type } from '#kernel/type.ts';
import { describeOwned } from '../owned.ts';
import type { BackupKinds } from './kinds.ts';
import type { BackupOperatorService } from './operator-service.ts';
import { BACKUP_STATUSES, describeBackups } from './schemas.ts';

interface Dependencies {
  db: Database;
  backups: BackupOperatorService;
  kinds: BackupKinds;
}

const RESOURCE_NAME = {
  resource_name: Nullable(
    Type.String({ description: 'Host name of the server or name of the database; null if it is deleted.' }),
  ),
};

export function backupCommands({ db, backups, kinds }: Dependencies): Command[] {
  return [
    listCommand({
      name: 'backup list',
      route: { roles: EVERY_ROLE, data: describeOwned('OwnedBackup', describeBackups(kinds).Backup, RESOURCE_NAME) },
      summary: 'List backups.',
      options: {
        account: optional(integer('Filter by account id.')),
        hosting: optional(integer('Filter by VPS id.')),
      },
      columns: [
        'id',
        'account_id',
        'account_name',
        'name',
        'type',
        'resource',
        'resource_name',
        'status',
        'size_bytes',
        'created_at',
      ],
      statuses: BACKUP_STATUSES,
      searched: 'name',
      page: async ({ account, hosting, ...given }) =>
        db.read(backups.list({ ...given, account_id: account, hosting_id: hosting })),
    }),
    command({
      name: 'backup last',
      route: { roles: MACHINES, id: 'hosting' },
      summary: 'Create the last backup of a suspended VPS before termination. If it exists, its progress is shown.',
      options: { hosting: integer('VPS id.') },
      run: async ({ hosting }) => db.write(() => backups.makeLast({ hosting_id: hosting })),
    }),
    command({
      name: 'backup orphans',
      route: { roles: MACHINES, list: true, severalTransactions: true, readsWithout: { roles: MACHINES } },
      summary: 'List files in the backup storage that belong to no backup.',
      options: { remove: flag('Remove the files that are named like a backup.') },
      columns: ['file', 'size_bytes', 'removed'],
      run: (given) => backups.listOrphans(given),
    }),
  ];
}

import type { Database } from '@hostler/database';
import { type Command, command, flag, integer } from '#kernel/command.ts';
import { MACHINES } from '#kernel/staff-roles.ts';
import type { BackupOperatorService } from './operator-service.ts';

export function backupCommands({ db, backups }: { db: Database; backups: BackupOperatorService }): Command[] {
  return [
    command({
      name: 'backup last',
      route: { roles: MACHINES, id: 'hosting' },
      summary: 'Create the last backup of a suspended VPS before termination, or show its progress.',
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

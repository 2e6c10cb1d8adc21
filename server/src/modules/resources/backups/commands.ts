import { type Command, command, flag, integer } from '../../../kernel/command.ts';
import type { Database } from '../../../kernel/db/database.ts';
import type { BackupOperatorService } from './operator-service.ts';

export function backupCommands({ db, backups }: { db: Database; backups: BackupOperatorService }): Command[] {
  return [
    command({
      name: 'backup last',
      summary: 'Copy a suspended VPS once more before it is terminated, or tell how far that is.',
      options: { hosting: integer('The VPS.') },
      run: async ({ hosting }) => db.write(() => backups.makeLast({ hosting_id: hosting })),
    }),
    command({
      name: 'backup orphans',
      summary: 'List the files in the backup storage that no backup needs.',
      options: { remove: flag('Remove them, but for those that are not named like a backup.') },
      columns: ['file', 'size_bytes', 'removed'],
      run: (given) => backups.listOrphans(given),
    }),
  ];
}

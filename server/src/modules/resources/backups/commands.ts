import { type Command, command, flag } from '../../../kernel/command.ts';
import type { BackupOperatorService } from './operator-service.ts';

export function backupCommands({ backups }: { backups: BackupOperatorService }): Command[] {
  return [
    command({
      name: 'backup orphans',
      summary: 'List the files in the backup storage that no backup needs.',
      options: { remove: flag('Remove them, but for those that are not named like a backup.') },
      columns: ['file', 'size_bytes', 'removed'],
      run: (given) => backups.listOrphans(given),
    }),
  ];
}

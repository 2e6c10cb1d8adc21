import { command, list, type Route } from '../../kernel/http/route.ts';
import { BACKUP_STATUSES, Backup, BackupWithAction, NewBackup } from './schemas.ts';
import type { BackupService } from './service.ts';
import { viewBackup, viewQueued } from './view.ts';

export function backupRoutes(backups: BackupService): Route[] {
  return [
    list({
      path: '/backups',
      access: 'backups.read',
      summary: 'List backups',
      description: 'The search looks at the name.',
      item: Backup,
      statuses: BACKUP_STATUSES,
      *handle({ caller }, page) {
        const { items, total } = yield* backups.list(caller.account.id, page);
        return { items: items.map(viewBackup), total };
      },
    }),
    command({
      path: '/backups',
      access: 'backups.write',
      summary: 'Back up a VPS or a database',
      description:
        'Queues the copy (action `backup.create`), which is written, read back and compared before it counts as completed. Emits `backup.created` then. What is being made, restored, suspended or terminated cannot be copied.',
      status: 202,
      message: 'Backup queued.',
      body: NewBackup,
      data: BackupWithAction,
      errors: ['NOT_FOUND', 'CONFLICT'],
      *handle({ caller, body, now }) {
        return viewQueued(yield* backups.create(caller.account.id, body, now));
      },
    }),
    command({
      path: '/backups/restore',
      access: 'backups.write',
      summary: 'Restore a backup',
      description:
        'Queues the work (action `backup.restore`) that makes the resource what it was when it was copied. The file is checked first; a damaged one changes nothing. A VPS that ran is started again. Only a completed backup can be restored, and one restore of a resource at a time.',
      status: 202,
      message: 'Restore queued.',
      id: { aliases: ['backup_id'], description: 'The backup.' },
      data: BackupWithAction,
      errors: ['CONFLICT'],
      *handle({ caller, id, now }) {
        return viewQueued(yield* backups.restore(caller.account.id, id, now));
      },
    }),
  ];
}

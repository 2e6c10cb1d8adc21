import { viewPage } from '../../../kernel/db/page.ts';
import { command, list, type Route, show } from '../../../kernel/http/route.ts';
import { readFilter } from './filter.ts';
import type { BackupKinds } from './kinds.ts';
import { BACKUP_STATUSES, describeBackups, filterByResource, nameAny } from './schemas.ts';
import type { BackupService } from './service.ts';
import { viewBackup, viewQueued } from './view.ts';

const id = { aliases: ['backup_id'], description: 'The backup.' };

export function backupRoutes(backups: BackupService, kinds: BackupKinds): Route[] {
  const { Backup, BackupWithAction, NewBackup } = describeBackups(kinds);
  return [
    list({
      path: '/backups',
      access: 'backups.read',
      summary: 'List backups',
      description: 'The search looks at the name.',
      item: Backup,
      statuses: BACKUP_STATUSES,
      filters: filterByResource(kinds),
      *handle({ caller, query }, page) {
        return viewPage(yield* backups.list(caller.account.id, page, readFilter(query, kinds)), viewBackup);
      },
    }),
    show({
      path: '/backups/show',
      access: 'backups.read',
      summary: 'Show a backup',
      id,
      data: Backup,
      *handle({ caller, id }) {
        return viewBackup(yield* backups.find(caller.account.id, id));
      },
    }),
    command({
      path: '/backups',
      access: 'backups.write',
      summary: `Back up ${nameAny(kinds)}`,
      description:
        'Queues the copy (action `backup.create`), which is written, read back, compared and looked through by its engine before it counts as completed. Emits `backup.created` then. What is being made, restored, suspended or terminated cannot be copied.',
      status: 202,
      message: 'Backup queued.',
      body: NewBackup,
      data: BackupWithAction,
      errors: ['NOT_FOUND', 'CONFLICT', 'QUOTA_EXCEEDED'],
      *handle({ caller, body, now }) {
        return viewQueued(yield* backups.create(caller.account.id, body, now));
      },
    }),
    command({
      path: '/backups/restore',
      access: 'backups.write',
      summary: 'Restore a backup',
      description:
        'Queues the work (action `backup.restore`) that makes the resource what it was when it was copied. The file is checked first; a damaged one changes nothing. A VPS that ran, or whose machine was lost, runs afterwards. Only a completed backup can be restored, and one restore of a resource at a time.',
      status: 202,
      message: 'Restore queued.',
      id,
      data: BackupWithAction,
      errors: ['CONFLICT', 'QUOTA_EXCEEDED'],
      *handle({ caller, id, now }) {
        return viewQueued(yield* backups.restore(caller.account.id, id, now));
      },
    }),
    command({
      path: '/backups/remove',
      access: 'backups.write',
      summary: 'Remove a backup',
      description:
        'The backup is gone at once, and its file is taken away behind it (action `backup.remove`). One that is being made or restored cannot be removed. Answers the backup as it last was.',
      status: 200,
      message: 'Backup removed.',
      id,
      data: Backup,
      errors: ['CONFLICT'],
      *handle({ caller, id, now }) {
        return viewBackup(yield* backups.remove(caller.account.id, id, now));
      },
    }),
  ];
}

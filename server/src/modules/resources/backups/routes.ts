import { viewPage } from '@hostler/database';
import { command, list, type Route, show } from '#kernel/http/route.ts';
import { readFilter } from './filter.ts';
import type { BackupKinds } from './kinds.ts';
import { RestoreRequest, type ServerOrders } from './new-server.ts';
import { BACKUP_ORDERS, BACKUP_STATUSES, describeBackups, filterByResource, nameAny } from './schemas.ts';
import type { BackupService } from './service.ts';
import { viewBackup, viewQueued } from './view.ts';

const id = { aliases: ['backup_id'], description: 'Identifier of the backup.' };

export function backupRoutes(backups: BackupService, kinds: BackupKinds, newServers: ServerOrders): Route[] {
  const { Backup, BackupWithAction, BackupRestore, NewBackup } = describeBackups(kinds);
  return [
    list({
      path: '/backups',
      access: 'backups.read',
      summary: 'List backups',
      description: 'Lists the backups of the account, newest first. `search` matches the name.',
      item: Backup,
      statuses: BACKUP_STATUSES,
      orders: BACKUP_ORDERS,
      filters: filterByResource(kinds),
      *handle({ caller, query }, page) {
        return viewPage(yield* backups.list(caller.account.id, page, readFilter(query, kinds)), viewBackup);
      },
    }),
    show({
      path: '/backups/show',
      access: 'backups.read',
      summary: 'Get a backup',
      description: 'Returns one backup.',
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
      description: `Creates a backup of ${nameAny(kinds)} (action \`backup.create\`). The backup is completed after the file is written, read back and verified; then \`backup.created\` is emitted. A resource that is being created, restored, suspended or terminated cannot be backed up: the error is \`CONFLICT\`.`,
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
        'Restores a resource to the state of a completed backup (action `backup.restore`). The file is verified first; if it is damaged, nothing changes. A VPS that was running, or whose machine was lost, is started afterwards. Only one restore per resource can run at a time. A VPS with snapshots cannot be restored, because they would be lost. With `hostname` and `plan`, a new VPS is ordered instead, as by `POST /subscriptions`, which also requires the scope `billing.write`; the VPS is created from the backup when the order is paid. If it is paid immediately, for example by credit, `action_id` is the action `hosting.create`; otherwise it is null.',
      status: 202,
      message: 'Restore queued.',
      id,
      body: RestoreRequest,
      data: BackupRestore,
      errors: ['CONFLICT', 'QUOTA_EXCEEDED'],
      *handle({ caller, id, body, now }) {
        const placed = yield* newServers.place(caller, id, body, now);
        if (placed === undefined) {
          return { ...viewQueued(yield* backups.restore(caller.account.id, id, now)), subscription_id: null };
        }
        const { subscriptionId: subscription_id, actionId: action_id } = placed;
        return { ...viewBackup(yield* backups.find(caller.account.id, id)), action_id, subscription_id };
      },
    }),
    command({
      path: '/backups/verify',
      access: 'backups.write',
      summary: 'Verify a backup',
      description:
        'Restores a completed backup into a temporary copy without a network, checks that it boots or answers, and deletes the copy (action `backup.verify`). On success `drilled_at` is set; otherwise `drill_error` gives the reason and the members of the account get a mail. The original is not changed. Only one backup per account can be verified at a time.',
      status: 202,
      message: 'Verification queued.',
      id,
      data: BackupWithAction,
      errors: ['CONFLICT', 'QUOTA_EXCEEDED'],
      *handle({ caller, id, now }) {
        return viewQueued(yield* backups.verify(caller.account.id, id, now));
      },
    }),
    command({
      path: '/backups/remove',
      access: 'backups.write',
      summary: 'Remove a backup',
      description:
        'Removes a backup. The backup disappears immediately; its file is deleted in the background (action `backup.remove`). A backup cannot be removed while it is being created or restored. Returns the removed backup.',
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

import { viewPage } from '@hostler/database';
import { command, list, type Route } from '#kernel/http/route.ts';
import { NewSnapshot, SNAPSHOT_ORDERS, SNAPSHOT_STATUSES, Snapshot, SnapshotWithAction } from './schemas.ts';
import type { SnapshotService } from './service.ts';
import { viewQueued, viewSnapshot } from './view.ts';

const hosting = { aliases: ['hosting_id'], description: 'Identifier of the VPS.' };
const id = { aliases: ['snapshot_id'], description: 'Identifier of the snapshot.' };

export function snapshotRoutes(snapshots: SnapshotService): Route[] {
  return [
    list({
      path: '/hosting/snapshots',
      access: 'hosting.read',
      summary: 'List snapshots',
      description:
        'Lists the snapshots of the account, newest first. `hosting_id` returns only those of one VPS. `search` matches the name.',
      id: { ...hosting, name: 'hosting_id', optional: true },
      item: Snapshot,
      statuses: SNAPSHOT_STATUSES,
      orders: SNAPSHOT_ORDERS,
      *handle({ caller, id }, page) {
        return viewPage(yield* snapshots.list(caller.account.id, page, id === 0 ? undefined : id), viewSnapshot);
      },
    }),
    command({
      path: '/hosting/snapshots',
      access: 'hosting.write',
      summary: 'Create a snapshot',
      description:
        'Creates a snapshot of the disk of a running or stopped VPS (action `snapshot.create`). A VPS keeps at most 5 snapshots by default, including failed ones. Snapshots are stored with the VPS and are deleted with it; they do not replace backups.',
      status: 202,
      message: 'Snapshot queued.',
      id: hosting,
      body: NewSnapshot,
      data: SnapshotWithAction,
      errors: ['NOT_FOUND', 'CONFLICT', 'QUOTA_EXCEEDED'],
      *handle({ caller, id, body, now }) {
        return viewQueued(yield* snapshots.create(caller.account.id, id, body, now));
      },
    }),
    command({
      path: '/hosting/snapshots/restore',
      access: 'hosting.write',
      summary: 'Restore a snapshot',
      description:
        'Restores the disk of a VPS to the state of a snapshot (action `snapshot.restore`). A running VPS is stopped and started again. Its size, limits, addresses and SSH keys stay as they are now. Other snapshots stay.',
      status: 202,
      message: 'Restore queued.',
      id,
      data: SnapshotWithAction,
      errors: ['CONFLICT', 'QUOTA_EXCEEDED'],
      *handle({ caller, id, now }) {
        return viewQueued(yield* snapshots.restore(caller.account.id, id, now));
      },
    }),
    command({
      path: '/hosting/snapshots/remove',
      access: 'hosting.write',
      summary: 'Remove a snapshot',
      description:
        'Removes a snapshot. It disappears immediately; the engine deletes it in the background (action `snapshot.remove`). Returns the removed snapshot.',
      status: 202,
      message: 'Removal queued.',
      id,
      data: SnapshotWithAction,
      errors: ['CONFLICT'],
      *handle({ caller, id, now }) {
        return viewQueued(yield* snapshots.remove(caller.account.id, id, now));
      },
    }),
  ];
}

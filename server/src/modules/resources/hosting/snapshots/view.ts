import { formatTime } from '#kernel/time.ts';
import type { Snapshot } from './schemas.ts';
import type { SnapshotRow } from './store.ts';

export function viewSnapshot(row: SnapshotRow): Snapshot {
  return {
    id: row.id,
    hosting_id: row.hosting_id,
    name: row.name,
    status: row.status,
    size_bytes: row.size_bytes,
    error: row.error,
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
  };
}

export function viewQueued({ snapshot, actionId }: { snapshot: SnapshotRow; actionId: number }) {
  return { ...viewSnapshot(snapshot), action_id: actionId };
}

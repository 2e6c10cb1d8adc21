import { formatOptionalTime, formatTime } from '#kernel/time.ts';
import type { Backup } from './schemas.ts';
import type { BackupRow } from './store.ts';

export function viewBackup(row: BackupRow): Backup {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    resource: { type: row.resource_type, id: row.resource_id },
    status: row.status,
    size_bytes: row.size_bytes,
    checksum: row.checksum,
    verified_at: formatOptionalTime(row.verified_at),
    created_at: formatTime(row.created_at),
    completed_at: formatOptionalTime(row.completed_at),
    error: row.error,
    drilled_at: formatOptionalTime(row.drilled_at),
    drill_error: row.drill_error,
  };
}

export function viewQueued({ backup, actionId }: { backup: BackupRow; actionId: number }) {
  return { ...viewBackup(backup), action_id: actionId };
}

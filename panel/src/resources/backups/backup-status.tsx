import type { Backup } from '@hostler/sdk';
import { useActionOn } from '../../api/recent-actions.ts';
import { Status } from '../../parts/status.tsx';
import { STATUSES } from './texts.ts';

/** Shows the status of a backup, with progress while it is created or restored: `Restoring, 40 %`. */
export function BackupStatus({ id, status }: Pick<Backup, 'id' | 'status'>) {
  const action = useActionOn('backup', id);
  const { label, tone, busy = false } = STATUSES[status];
  return (
    <Status tone={tone} busy={busy}>
      {busy && action?.status === 'running' ? `${label}, ${action.progress} %` : label}
    </Status>
  );
}

import type { Database } from '@hostler/sdk';
import { useActionOn } from '../../../api/recent-actions.ts';
import { Status } from '../../../parts/status.tsx';
import { STATUSES } from './texts.ts';

export function DatabaseStatus({ id, status }: Pick<Database, 'id' | 'status'>) {
  const action = useActionOn('database', id);
  const { label, tone, busy = false } = STATUSES[status];
  return (
    <Status tone={tone} busy={busy}>
      {busy && action?.status === 'running' ? `${label}, ${action.progress} %` : label}
    </Status>
  );
}

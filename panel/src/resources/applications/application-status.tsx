import type { Application } from '@hostler/sdk';
import { useActionOn } from '../../api/recent-actions.ts';
import { Status } from '../../parts/status.tsx';
import { STATUSES } from './texts.ts';

export function ApplicationStatus({ id, status }: Pick<Application, 'id' | 'status'>) {
  const action = useActionOn('application', id);
  const { label, tone, busy = false } = STATUSES[status];
  return (
    <Status tone={tone} busy={busy}>
      {busy && action?.status === 'running' ? `${label}, ${action.progress} %` : label}
    </Status>
  );
}

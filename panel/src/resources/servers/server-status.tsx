import type { Hosting } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { useActionOn } from '../../api/recent-actions.ts';
import { Status } from '../../parts/status.tsx';
import { STATUSES, UNDER_WAY } from './texts.ts';

/** Shows the status of a server, with progress during an action: `Restarting, 40 %`. */
export function ServerStatus({ id, status }: Pick<Hosting, 'id' | 'status'>) {
  const action = useActionOn('hosting', id);
  const doing = action && UNDER_WAY[action.type];
  if (action && doing) {
    return (
      <Status tone="wait" busy>
        {action.status === 'queued' ? t`${doing}, queued` : `${doing}, ${action.progress} %`}
      </Status>
    );
  }
  const { label, tone, busy = false } = STATUSES[status];
  return (
    <Status tone={tone} busy={busy}>
      {label}
    </Status>
  );
}

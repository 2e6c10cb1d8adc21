import type { MonitoringCheck } from '@hostler/sdk';
import { Status } from '#parts/status.tsx';
import { STATUSES } from './texts.ts';

export function CheckStatus({ status }: Pick<MonitoringCheck, 'status'>) {
  const { label, tone, busy = false } = STATUSES[status];
  return (
    <Status tone={tone} busy={busy}>
      {label}
    </Status>
  );
}

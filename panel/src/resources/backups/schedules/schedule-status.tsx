import type { BackupSchedule } from '@hostler/sdk';
import { Tooltip } from '@mantine/core';
import { Status } from '../../../parts/status.tsx';
import { texts } from './texts.ts';

/** Shows active, paused, or late with the reason on hover. */
export function ScheduleStatus({ status, error }: Pick<BackupSchedule, 'status' | 'error'>) {
  if (status === 'paused') return <Status tone="idle">{texts.paused}</Status>;
  if (!error) return <Status tone="good">{texts.active}</Status>;
  return (
    <Tooltip label={error} multiline maw={320}>
      <span>
        <Status tone="bad">{texts.late}</Status>
      </span>
    </Tooltip>
  );
}

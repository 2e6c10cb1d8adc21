import type { Backup } from '@hostler/sdk';
import { Text } from '@mantine/core';
import { ConfirmRequest } from '../../api/confirm-request.tsx';
import { formatBytes } from '../../parts/numbers.ts';
import { useCompletedCount, useRemoveBackup } from './queries.ts';
import { fieldOf } from './resource.ts';
import { texts } from './texts.ts';

export function RemoveBackup({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const { data: completed } = useCompletedCount(fieldOf(backup.resource), true);
  const left = (completed ?? 0) - (backup.status === 'completed' ? 1 : 0);
  return (
    <ConfirmRequest
      operation="backups.remove"
      id={backup.id}
      request={useRemoveBackup()}
      title={texts.removeTitle}
      name={backup.name}
      action={texts.removeVerb}
      done={texts.removed}
      onClose={onClose}
    >
      <Text>{texts.removeText(formatBytes(backup.size_bytes ?? 0), Math.max(left, 0))}</Text>
    </ConfirmRequest>
  );
}

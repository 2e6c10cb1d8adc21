import type { Backup } from '@hostler/sdk';
import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { ConfirmByName } from '../../parts/confirm-by-name.tsx';
import { formatBytes } from '../../parts/numbers.ts';
import { useCompletedCount, useRemoveBackup } from './queries.ts';
import { fieldOf } from './resource.ts';
import { texts } from './texts.ts';

export function RemoveBackup({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const remove = useRemoveBackup();
  const { data: completed } = useCompletedCount(fieldOf(backup.resource), true);
  const left = (completed ?? 0) - (backup.status === 'completed' ? 1 : 0);
  const confirm = () =>
    remove.mutate(backup.id, {
      onSuccess: () => {
        notifications.show({ message: texts.removed });
        onClose();
      },
    });
  return (
    <ConfirmByName
      opened
      onClose={onClose}
      title={texts.removeTitle}
      name={backup.name}
      action={texts.removeVerb}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
    >
      <Text>{texts.removeText(formatBytes(backup.size_bytes ?? 0), Math.max(left, 0))}</Text>
    </ConfirmByName>
  );
}

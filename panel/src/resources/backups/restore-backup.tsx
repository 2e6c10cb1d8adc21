import type { Backup } from '@hostler/sdk';
import { Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { CodeCorner } from '../../parts/code-corner.tsx';
import { ConfirmByName } from '../../parts/confirm-by-name.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useRestoreBackup } from './queries.ts';
import { useResourceName } from './resource.ts';
import { texts } from './texts.ts';

/** Asks for the name of the server or database that will be overwritten. */
export function RestoreBackup({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const name = useResourceName(backup.resource);
  const restore = useRestoreBackup();
  const confirm = () =>
    restore.mutate(backup.id, {
      onSuccess: () => {
        notifications.show({ message: texts.restoring });
        onClose();
      },
    });
  return (
    <ConfirmByName
      opened
      onClose={onClose}
      title={texts.restoreTitle(name)}
      name={name}
      action={texts.restoreVerb}
      pending={restore.isPending}
      error={restore.error}
      onConfirm={confirm}
    >
      <Stack gap="xs">
        <Text>{texts.restoreText(name)}</Text>
        <Text>
          {texts.restoreAge} <Moment at={backup.created_at} exact />.
        </Text>
        <CodeCorner call={() => ({ operation: 'backups.restore', input: { id: backup.id } })} />
      </Stack>
    </ConfirmByName>
  );
}

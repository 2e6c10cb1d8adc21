import type { Database } from '@hostler/sdk';
import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { ConfirmByName } from '../../../parts/confirm-by-name.tsx';
import { formatBytes } from '../../../parts/numbers.ts';
import { useCompletedCount } from '../../../resources/backups/queries.ts';
import { useMay } from '../../../session/place-context.tsx';
import { useRemoveDatabase } from './queries.ts';
import { texts } from './texts.ts';

export function RemoveDatabase({ database, onClose }: { database: Database; onClose: () => void }) {
  const { id, name, size_bytes } = database;
  const may = useMay();
  const remove = useRemoveDatabase();
  const { data: backups } = useCompletedCount({ database_id: id }, may('backups.read'));
  const confirm = () =>
    remove.mutate(id, {
      onSuccess: () => {
        notifications.show({ message: texts.removed(name) });
        onClose();
      },
    });
  return (
    <ConfirmByName
      opened
      onClose={onClose}
      title={texts.removeTitle(name)}
      name={name}
      action={texts.remove}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
    >
      <Text>{texts.removeText(formatBytes(size_bytes), backups ?? null)}</Text>
    </ConfirmByName>
  );
}

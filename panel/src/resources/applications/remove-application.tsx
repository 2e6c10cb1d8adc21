import type { Application } from '@hostler/sdk';
import { Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { ConfirmByName } from '../../parts/confirm-by-name.tsx';
import { useMay, usePlace } from '../../session/place-context.tsx';
import { useCompletedCount } from '../backups/queries.ts';
import { useServerName } from '../servers/queries.ts';
import { useRemoveApplication } from './queries.ts';
import { texts } from './texts.ts';

interface RemoveApplicationProps {
  readonly application: Application;
  readonly onClose: () => void;
}

export function RemoveApplication({ application: { id, name, hosting_id }, onClose }: RemoveApplicationProps) {
  const may = useMay();
  const { place } = usePlace();
  const remove = useRemoveApplication();
  const { data: server } = useServerName(hosting_id, may('hosting.read'));
  const { data: backups } = useCompletedCount({ hosting_id }, may('backups.read'));
  const confirm = () =>
    remove.mutate(id, {
      onSuccess: () => {
        const said = place.environment === 'live' ? texts.removing : texts.simulatedRemoval;
        notifications.show({ message: said(name) });
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
      <Stack gap="xs">
        <Text>{texts.removeText(name, server?.hostname ?? `#${hosting_id}`)}</Text>
        {backups !== undefined && <Text>{texts.removeBackups(backups)}</Text>}
      </Stack>
    </ConfirmByName>
  );
}

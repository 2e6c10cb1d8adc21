import type { Snapshot } from '@hostler/sdk';
import { Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { CodeCorner } from '#parts/code-corner.tsx';
import { ConfirmByName } from '#parts/confirm-by-name.tsx';
import { useRemoveSnapshot, useRestoreSnapshot } from '#resources/snapshots/queries.ts';
import { texts } from '#resources/snapshots/texts.ts';

interface Props {
  readonly snapshot: Snapshot;
  readonly onClose: () => void;
}

/** Asks for the name of the server whose disk will be overwritten. */
export function RestoreSnapshot({ snapshot, hostname, onClose }: Props & { hostname: string }) {
  const restore = useRestoreSnapshot();
  return (
    <ConfirmByName
      opened
      onClose={onClose}
      title={texts.restoreTitle(hostname)}
      name={hostname}
      action={texts.restoreVerb}
      pending={restore.isPending}
      error={restore.error}
      onConfirm={() => restore.mutate(snapshot.id, { onSuccess: () => tell(texts.restoring, onClose) })}
    >
      <Stack gap="xs">
        <Text>{texts.restoreText(hostname)}</Text>
        <CodeCorner call={() => ({ operation: 'hosting.snapshots.restore', input: { id: snapshot.id } })} />
      </Stack>
    </ConfirmByName>
  );
}

export function RemoveSnapshot({ snapshot, onClose }: Props) {
  const remove = useRemoveSnapshot();
  return (
    <ConfirmByName
      opened
      onClose={onClose}
      title={texts.removeTitle}
      name={snapshot.name}
      action={texts.removeVerb}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(snapshot.id, { onSuccess: () => tell(texts.removed, onClose) })}
    >
      <Stack gap="xs">
        <Text>{texts.removeText}</Text>
        <CodeCorner call={() => ({ operation: 'hosting.snapshots.remove', input: { id: snapshot.id } })} />
      </Stack>
    </ConfirmByName>
  );
}

function tell(message: string, onClose: () => void): void {
  notifications.show({ message });
  onClose();
}

import type { Snapshot } from '@hostler/sdk';
import { Text } from '@mantine/core';
import { ConfirmRequest } from '#api/confirm-request.tsx';
import { useRemoveSnapshot, useRestoreSnapshot } from '#resources/snapshots/queries.ts';
import { texts } from '#resources/snapshots/texts.ts';

interface Props {
  readonly snapshot: Snapshot;
  readonly onClose: () => void;
}

/** Asks for the name of the server whose disk will be overwritten. */
export function RestoreSnapshot({ snapshot, hostname, onClose }: Props & { hostname: string }) {
  return (
    <ConfirmRequest
      operation="hosting.snapshots.restore"
      id={snapshot.id}
      request={useRestoreSnapshot()}
      title={texts.restoreTitle(hostname)}
      name={hostname}
      action={texts.restoreVerb}
      done={texts.restoring}
      onClose={onClose}
    >
      <Text>{texts.restoreText(hostname)}</Text>
    </ConfirmRequest>
  );
}

export function RemoveSnapshot({ snapshot, onClose }: Props) {
  return (
    <ConfirmRequest
      operation="hosting.snapshots.remove"
      id={snapshot.id}
      request={useRemoveSnapshot()}
      title={texts.removeTitle}
      name={snapshot.name}
      action={texts.removeVerb}
      done={texts.removed}
      onClose={onClose}
    >
      <Text>{texts.removeText}</Text>
    </ConfirmRequest>
  );
}

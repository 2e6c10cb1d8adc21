import type { SshKey } from '@hostler/sdk';
import { Text } from '@mantine/core';
import { ConfirmRequest } from '#api/confirm-request.tsx';
import { useRemoveSshKey } from '#resources/ssh-keys/queries.ts';
import { texts } from './texts.ts';

export function RemoveAccountKey({ sshKey, onClose }: { sshKey: SshKey; onClose: () => void }) {
  const { id, name } = sshKey;
  return (
    <ConfirmRequest
      operation="sshKeys.remove"
      id={id}
      request={useRemoveSshKey()}
      title={texts.removeTitle(name)}
      name={name}
      action={texts.remove}
      done={texts.removed(name)}
      onClose={onClose}
    >
      <Text>{texts.removeText}</Text>
    </ConfirmRequest>
  );
}

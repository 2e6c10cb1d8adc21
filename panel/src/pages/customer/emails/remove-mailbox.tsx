import type { Mailbox } from '@hostler/sdk';
import { Text } from '@mantine/core';
import { ConfirmRequest } from '../../../api/confirm-request.tsx';
import { useRemoveMailbox } from './queries.ts';
import { formatMebibytes } from './quota-bar.tsx';
import { texts } from './texts.ts';

export function RemoveMailbox({ mailbox, onClose }: { mailbox: Mailbox; onClose: () => void }) {
  const { id, address, used_mb, aliases } = mailbox;
  return (
    <ConfirmRequest
      operation="emails.remove"
      id={id}
      request={useRemoveMailbox()}
      title={texts.removeTitle(address)}
      name={address}
      action={texts.remove}
      done={texts.removed(address)}
      onClose={onClose}
    >
      <Text>{texts.removeText(formatMebibytes(used_mb), aliases.length)}</Text>
    </ConfirmRequest>
  );
}

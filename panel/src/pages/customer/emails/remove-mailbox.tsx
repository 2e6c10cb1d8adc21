import type { Mailbox } from '@hostler/sdk';
import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { ConfirmByName } from '../../../parts/confirm-by-name.tsx';
import { useRemoveMailbox } from './queries.ts';
import { formatMebibytes } from './quota-bar.tsx';
import { texts } from './texts.ts';

export function RemoveMailbox({ mailbox, onClose }: { mailbox: Mailbox; onClose: () => void }) {
  const { id, address, used_mb, aliases } = mailbox;
  const remove = useRemoveMailbox();
  const confirm = () =>
    remove.mutate(id, {
      onSuccess: () => {
        notifications.show({ message: texts.removed(address) });
        onClose();
      },
    });
  return (
    <ConfirmByName
      opened
      onClose={onClose}
      title={texts.removeTitle(address)}
      name={address}
      action={texts.remove}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
    >
      <Text>{texts.removeText(formatMebibytes(used_mb), aliases.length)}</Text>
    </ConfirmByName>
  );
}

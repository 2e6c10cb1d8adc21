import type { Firewall } from '@hostler/sdk';
import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { ConfirmByName } from '../../../parts/confirm-by-name.tsx';
import { useRemoveFirewall } from '../../../resources/firewalls/queries.ts';
import { usePlace } from '../../../session/place-context.tsx';
import { texts } from './texts.ts';

export function RemoveFirewall({ firewall, onClose }: { firewall: Firewall; onClose: () => void }) {
  const { id, name, inbound, outbound, hosting_ids } = firewall;
  const { place } = usePlace();
  const remove = useRemoveFirewall();
  const confirm = () =>
    remove.mutate(id, {
      onSuccess: () => {
        notifications.show({ message: place.environment === 'test' ? texts.simulated : texts.removed(name) });
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
      <Text>{texts.removeText(inbound.length + outbound.length, hosting_ids.length)}</Text>
    </ConfirmByName>
  );
}

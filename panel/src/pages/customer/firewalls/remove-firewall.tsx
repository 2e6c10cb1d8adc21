import type { Firewall } from '@hostler/sdk';
import { Text } from '@mantine/core';
import { ConfirmRequest } from '../../../api/confirm-request.tsx';
import { useRemoveFirewall } from '../../../resources/firewalls/queries.ts';
import { texts } from './texts.ts';

export function RemoveFirewall({ firewall, onClose }: { firewall: Firewall; onClose: () => void }) {
  const { id, name, inbound, outbound, hosting_ids } = firewall;
  return (
    <ConfirmRequest
      operation="firewalls.remove"
      id={id}
      request={useRemoveFirewall()}
      title={texts.removeTitle(name)}
      name={name}
      action={texts.remove}
      done={texts.removed(name)}
      onClose={onClose}
    >
      <Text>{texts.removeText(inbound.length + outbound.length, hosting_ids.length)}</Text>
    </ConfirmRequest>
  );
}

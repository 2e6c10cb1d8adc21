import type { Firewall } from '@hostler/sdk';
import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { CodeCorner } from '../../parts/code-corner.tsx';
import { Modal } from '../../parts/dialog.tsx';
import { Failure } from '../../parts/failure.tsx';
import { usePlace } from '../../session/place-context.tsx';
import { useServerName } from '../servers/queries.ts';
import { useAllFirewalls, useDetach } from './queries.ts';
import { SshWarning } from './ssh-warning.tsx';
import { texts } from './texts.ts';

interface DetachFirewallProps {
  readonly firewall: Firewall;
  readonly hostingId: number;
  readonly onClose: () => void;
}

/** Asks before a firewall is detached from a server; mounted only while open. */
export function DetachFirewall({ firewall: { id, name }, hostingId, onClose }: DetachFirewallProps) {
  const { place } = usePlace();
  const detach = useDetach();
  const { data: server } = useServerName(hostingId);
  const { data: firewalls } = useAllFirewalls();
  const others = firewalls?.filter((other) => other.id !== id && other.hosting_ids.includes(hostingId));
  const input = { id, hosting_ids: [hostingId] };
  const send = () =>
    detach.mutate(input, {
      onSuccess: () => {
        notifications.show({ message: place.environment === 'test' ? texts.simulated : texts.detached(name) });
        onClose();
      },
    });
  return (
    <Modal opened onClose={onClose} title={texts.detachTitle(name, server?.hostname ?? `#${hostingId}`)}>
      <Stack gap="md">
        <Text>{others?.length === 0 ? texts.detachLast : texts.detachText}</Text>
        {others && others.length > 0 && <SshWarning of="server" inbound={others.flatMap(({ inbound }) => inbound)} />}
        {detach.error ? <Failure error={detach.error} title={texts.notDetached} /> : null}
        <Group justify="space-between">
          <CodeCorner call={() => ({ operation: 'firewalls.detach', input })} />
          <Group gap="xs">
            <Button variant="default" onClick={onClose} data-autofocus>
              Cancel
            </Button>
            <Button loading={detach.isPending} onClick={send}>
              {texts.detach}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}

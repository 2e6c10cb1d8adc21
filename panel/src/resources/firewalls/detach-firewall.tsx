import type { Firewall } from '@hostler/sdk';
import { Stack, Text } from '@mantine/core';
import { useTellDone } from '../../api/tell-done.ts';
import { Modal } from '../../parts/dialog.tsx';
import { Failure } from '../../parts/failure.tsx';
import { FormEnd } from '../../parts/form-end.tsx';
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
  const tellDone = useTellDone();
  const detach = useDetach();
  const { data: server } = useServerName(hostingId);
  const { data: firewalls } = useAllFirewalls();
  const others = firewalls?.filter((other) => other.id !== id && other.hosting_ids.includes(hostingId));
  const input = { id, hosting_ids: [hostingId] };
  const send = () =>
    detach.mutate(input, {
      onSuccess: () => {
        tellDone(texts.detached(name));
        onClose();
      },
    });
  return (
    <Modal opened onClose={onClose} title={texts.detachTitle(name, server?.hostname ?? `#${hostingId}`)}>
      <Stack gap="md">
        <Text>{others?.length === 0 ? texts.detachLast : texts.detachText}</Text>
        {others && others.length > 0 && <SshWarning of="server" inbound={[others.flatMap(({ inbound }) => inbound)]} />}
        {detach.error ? <Failure error={detach.error} title={texts.notDetached} /> : null}
        <form
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          <FormEnd
            call={() => ({ operation: 'firewalls.detach', input })}
            action={texts.detach}
            pending={detach.isPending}
            onCancel={onClose}
          />
        </form>
      </Stack>
    </Modal>
  );
}

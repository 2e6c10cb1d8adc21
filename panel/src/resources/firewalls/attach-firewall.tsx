import type { Firewall, Hosting } from '@hostler/sdk';
import { Select, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTellDone } from '../../api/tell-done.ts';
import { Modal } from '../../parts/dialog.tsx';
import { Failure } from '../../parts/failure.tsx';
import { FormEnd } from '../../parts/form-end.tsx';
import { useSending } from '../../parts/sending.ts';
import { ServersSelect } from '../servers/servers-select.tsx';
import { useAllFirewalls, useAttach } from './queries.ts';
import { SshWarning } from './ssh-warning.tsx';
import { texts } from './texts.ts';

interface AttachFirewallProps {
  /** The firewall or the server that is known; the other one is chosen. */
  readonly of: { readonly firewall: Firewall } | { readonly server: Hosting };
  readonly onClose: () => void;
}

type Fields = { firewall: number | null; hosting_ids: number[] };

/** Servers in one request. */
const MOST_SERVERS = 100;

/** Attaches a firewall to servers; mounted only while open. */
export function AttachFirewall({ of, onClose }: AttachFirewallProps) {
  const tellDone = useTellDone();
  const form = useForm<Fields>({
    initialValues: {
      firewall: 'firewall' in of ? of.firewall.id : null,
      hosting_ids: 'server' in of ? [of.server.id] : [],
    },
  });
  const attach = useAttach();
  const { problem, send } = useSending(form, attach);
  const firewalls = useAllFirewalls().data ?? [];
  const { firewall: id, hosting_ids } = form.values;
  const chosen = 'firewall' in of ? of.firewall : firewalls.find((firewall) => firewall.id === id);
  const input = { id: id ?? 0, hosting_ids };
  const rulesOf = (hostingId: number, added: Firewall) =>
    [...firewalls.filter((other) => other.hosting_ids.includes(hostingId)), added].flatMap(({ inbound }) => inbound);

  function submit(): void {
    if (!chosen || hosting_ids.length === 0) return;
    send(input, () => {
      tellDone(texts.attached(chosen.name));
      onClose();
    });
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={'server' in of ? texts.attachToTitle(of.server.hostname) : texts.attachTitle(of.firewall.name)}
      size="lg"
    >
      <form onSubmit={form.onSubmit(submit)}>
        <Stack gap="md">
          <Text>{texts.attachText}</Text>
          {'server' in of ? (
            <Select
              label={texts.firewall}
              data={firewalls
                .filter((firewall) => !firewall.hosting_ids.includes(of.server.id))
                .map(({ id: value, name }) => ({ value: String(value), label: name }))}
              searchable
              allowDeselect={false}
              nothingFoundMessage={texts.noneToAttach}
              data-autofocus
              {...form.getInputProps('firewall')}
              value={id === null ? null : String(id)}
              onChange={(next) => form.setFieldValue('firewall', next === null ? null : Number(next))}
            />
          ) : (
            <ServersSelect
              label={texts.servers}
              without={of.firewall.hosting_ids}
              maxValues={MOST_SERVERS}
              nothingFoundMessage={texts.noServerFound}
              data-autofocus
              {...form.getInputProps('hosting_ids')}
            />
          )}
          {chosen && hosting_ids.length > 0 && (
            <SshWarning of="server" inbound={hosting_ids.map((hostingId) => rulesOf(hostingId, chosen))} />
          )}
          {problem ? <Failure error={problem} title={texts.notAttached} /> : null}
          <FormEnd
            call={() => ({ operation: 'firewalls.attach', input })}
            action={texts.attach}
            disabled={!chosen || hosting_ids.length === 0}
            pending={attach.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}

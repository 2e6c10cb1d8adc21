import type { Firewall } from '@hostler/sdk';
import { Alert, Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconShield } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Column } from '../../../parts/data-table/columns.ts';
import { DataTable } from '../../../parts/data-table/data-table.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { SectionTitle } from '../../../parts/section-title.tsx';
import { AttachFirewall } from '../../../resources/firewalls/attach-firewall.tsx';
import { DetachFirewall } from '../../../resources/firewalls/detach-firewall.tsx';
import { FirewallStatus } from '../../../resources/firewalls/firewall-status.tsx';
import { useAllFirewalls } from '../../../resources/firewalls/queries.ts';
import { SshWarning } from '../../../resources/firewalls/ssh-warning.tsx';
import { texts } from '../../../resources/firewalls/texts.ts';
import { useServer } from '../../../resources/servers/queries.ts';
import { useMay } from '../../../session/place-context.tsx';

const route = getRouteApi('/frame/servers/$id/firewall');

const COLUMNS: readonly Column<Firewall>[] = [
  { key: 'name', title: texts.name, render: ({ name }) => <span title={name}>{name}</span> },
  {
    key: 'status',
    title: texts.status,
    width: 180,
    card: 'beside',
    render: (firewall) => <FirewallStatus {...firewall} />,
  },
  {
    key: 'inbound',
    title: texts.rulesIn,
    width: 110,
    align: 'end',
    card: 'named',
    render: ({ inbound }) => inbound.length,
  },
  {
    key: 'outbound',
    title: texts.rulesOut,
    width: 110,
    align: 'end',
    card: 'named',
    render: ({ outbound }) => outbound.length,
  },
];

/** Firewalls of one server. */
export function FirewallTab() {
  const id = Number(route.useParams().id);
  const mayWrite = useMay()('hosting.write');
  const { data: server } = useServer(id);
  const firewalls = useAllFirewalls();
  const rows = firewalls.data?.filter(({ hosting_ids }) => hosting_ids.includes(id));
  const [attaching, attach] = useDisclosure(false);
  const [detaching, setDetaching] = useState<Firewall | null>(null);
  const isUnavailable = server !== undefined && !server.capabilities.includes('firewall');
  const isEmpty = rows?.length === 0;
  const mayAttach = mayWrite && server && server.status !== 'terminated' && !isUnavailable;
  const attachButton =
    mayAttach &&
    (firewalls.data?.length === 0 ? (
      <Button renderRoot={(props) => <Link {...props} to="/firewalls" search={{ new: true }} />}>{texts.create}</Button>
    ) : (
      <Button variant={isEmpty ? 'filled' : 'default'} onClick={attach.open}>
        {texts.attachFirewall}
      </Button>
    ));
  return (
    <>
      <SectionTitle title={texts.ofServer} description={texts.ofServerText}>
        {!isEmpty && attachButton}
      </SectionTitle>
      {isUnavailable && (
        <Alert color="gray" variant="light" mb="md">
          {texts.unavailable}
        </Alert>
      )}
      {rows && rows.length > 0 && !isUnavailable && (
        <SshWarning of="server" now mb="md" inbound={[rows.flatMap(({ inbound }) => inbound)]} />
      )}
      {!(isEmpty && isUnavailable) && (
        <DataTable
          label={texts.ofServer}
          query={firewalls}
          rows={rows}
          rowKey={(firewall) => firewall.id}
          rowName={({ name }) => name}
          rowLink={(firewall) => ({ to: '/firewalls', search: { firewall: firewall.id } })}
          columns={COLUMNS}
          {...(mayWrite && {
            rowMenu: (firewall: Firewall) => (
              <Menu.Item onClick={() => setDetaching(firewall)}>{texts.detach}</Menu.Item>
            ),
          })}
          empty={
            <EmptyState
              icon={IconShield}
              text={texts.noneOfServer}
              call={{ operation: 'firewalls.attach', input: { id: firewalls.data?.[0]?.id ?? 1, hosting_ids: [id] } }}
            >
              {attachButton}
            </EmptyState>
          }
        />
      )}
      {attaching && server && <AttachFirewall of={{ server }} onClose={attach.close} />}
      {detaching && <DetachFirewall firewall={detaching} hostingId={id} onClose={() => setDetaching(null)} />}
    </>
  );
}

import type { Firewall } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { Button, Menu } from '@mantine/core';
import { IconShield } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Column } from '../../../parts/data-table/columns.ts';
import { DataTable } from '../../../parts/data-table/data-table.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ListFilters } from '../../../parts/filters.tsx';
import { changeSearch, isFiltered } from '../../../parts/list-search.ts';
import { PageTitle } from '../../../parts/page-title.tsx';
import { AttachFirewall } from '../../../resources/firewalls/attach-firewall.tsx';
import { DetachFirewall } from '../../../resources/firewalls/detach-firewall.tsx';
import { FirewallStatus } from '../../../resources/firewalls/firewall-status.tsx';
import { useFirewalls } from '../../../resources/firewalls/queries.ts';
import { STATUSES } from '../../../resources/firewalls/texts.ts';
import { useMay } from '../../../session/place-context.tsx';
import { FirewallDrawer } from './firewall-drawer.tsx';
import { FirewallForm } from './firewall-form.tsx';
import { RemoveFirewall } from './remove-firewall.tsx';
import { texts } from './texts.ts';

const COLUMNS: readonly Column<Firewall>[] = [
  { key: 'name', title: texts.name, sortBy: 'name', render: ({ name }) => <span title={name}>{name}</span> },
  {
    key: 'status',
    title: texts.status,
    sortBy: 'status',
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
  {
    key: 'servers',
    title: texts.servers,
    width: 110,
    align: 'end',
    card: 'named',
    render: ({ hosting_ids }) => hosting_ids.length,
  },
];

const EXAMPLE = { name: t`Web servers`, inbound: [{ protocol: 'tcp', ports: '443', networks: ['0.0.0.0/0', '::/0'] }] };

const route = getRouteApi('/frame/firewalls');

type Doing =
  | { what: 'edit' | 'attach' | 'remove'; firewall: Firewall }
  | { what: 'detach'; firewall: Firewall; hostingId: number };

export function FirewallsPage() {
  const { firewall: opened, new: isCreating, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useMay()('hosting.write');
  const firewalls = useFirewalls(filters);
  const [doing, setDoing] = useState<Doing | null>(null);
  const stop = () => setDoing(null);
  const change = (next: Partial<typeof filters>) => void navigate({ search: (before) => changeSearch(before, next) });
  const leave = () => void navigate({ search: filters, resetScroll: false });
  const filtered = isFiltered(filters);
  const rows = firewalls.data?.data;
  const createButton = mayWrite && (
    <Button onClick={() => void navigate({ search: { ...filters, new: true } })}>{texts.create}</Button>
  );
  return (
    <>
      <PageTitle title={texts.title} count={firewalls.data?.meta.total ?? null}>
        {(rows?.length !== 0 || filtered) && createButton}
      </PageTitle>
      <ListFilters words={texts} statuses={STATUSES} value={filters} onChange={change} />
      <DataTable
        label={texts.title}
        query={firewalls}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        onOpen={({ id }) => void navigate({ search: { ...filters, firewall: id }, resetScroll: false })}
        columns={COLUMNS}
        {...(mayWrite && {
          rowMenu: (firewall: Firewall) => (
            <>
              <Menu.Item onClick={() => setDoing({ what: 'edit', firewall })}>{texts.edit}</Menu.Item>
              <Menu.Item onClick={() => setDoing({ what: 'attach', firewall })}>{texts.attachServers}</Menu.Item>
              <Menu.Item color="red" onClick={() => setDoing({ what: 'remove', firewall })}>
                {texts.remove}
              </Menu.Item>
            </>
          ),
        })}
        sorting={{ value: filters, onChange: change }}
        pager={{ meta: firewalls.data?.meta, onPage: (page) => change({ page }) }}
        empty={
          <EmptyState icon={IconShield} text={texts.empty} call={{ operation: 'firewalls.create', input: EXAMPLE }}>
            {createButton}
          </EmptyState>
        }
        noMatch={filtered && texts.noMatch}
      />
      {opened !== undefined && !doing && (
        <FirewallDrawer
          id={opened}
          onClose={leave}
          onEdit={(firewall) => setDoing({ what: 'edit', firewall })}
          onAttach={(firewall) => setDoing({ what: 'attach', firewall })}
          onDetach={(firewall, hostingId) => setDoing({ what: 'detach', firewall, hostingId })}
        />
      )}
      {isCreating && mayWrite && <FirewallForm onClose={leave} />}
      {doing?.what === 'edit' && <FirewallForm firewall={doing.firewall} onClose={stop} />}
      {doing?.what === 'attach' && <AttachFirewall of={{ firewall: doing.firewall }} onClose={stop} />}
      {doing?.what === 'detach' && (
        <DetachFirewall firewall={doing.firewall} hostingId={doing.hostingId} onClose={stop} />
      )}
      {doing?.what === 'remove' && <RemoveFirewall firewall={doing.firewall} onClose={stop} />}
    </>
  );
}

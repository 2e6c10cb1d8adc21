import type { Hosting } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { Menu, Text } from '@mantine/core';
import { IconServer } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { Copyable } from '../../../parts/copyable.tsx';
import type { Column } from '../../../parts/data-table/columns.ts';
import { DataTable } from '../../../parts/data-table/data-table.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { FilterSelect, ListFilters } from '../../../parts/filters.tsx';
import { changeSearch, isFiltered } from '../../../parts/list-search.ts';
import { PageTitle } from '../../../parts/page-title.tsx';
import { FiringMark } from '../../../resources/monitoring/firing-mark.tsx';
import { CpuCell, FullCell } from '../../../resources/servers/load-cells.tsx';
import { OrderServer } from '../../../resources/servers/order-server.tsx';
import { allows } from '../../../resources/servers/power.ts';
import { type PowerVerb, useServers } from '../../../resources/servers/queries.ts';
import { useRunPower } from '../../../resources/servers/run-power.tsx';
import { ServerStatus } from '../../../resources/servers/server-status.tsx';
import { POWER, STATUSES, texts } from '../../../resources/servers/texts.ts';
import { toolTexts } from '../../../resources/servers/tool-texts.ts';
import { useMay } from '../../../session/place-context.tsx';
import { BulkPower } from './bulk-power.tsx';

const COLUMNS: readonly Column<Hosting>[] = [
  { key: 'name', title: texts.name, sortBy: 'hostname', render: (server) => <ServerName {...server} /> },
  {
    key: 'status',
    title: texts.status,
    sortBy: 'status',
    width: 140,
    card: 'beside',
    render: (server) => <ServerStatus {...server} />,
  },
  { key: 'address', title: texts.address, width: 165, render: (server) => <Address {...server} /> },
  {
    key: 'plan',
    title: texts.plan,
    sortBy: 'plan',
    width: 116,
    from: 'lg',
    card: 'none',
    render: ({ plan }) => plan ?? '–',
  },
  { key: 'cpu', title: texts.cpu, width: 132, from: 'md', render: (server) => <CpuCell server={server} /> },
  {
    key: 'memory',
    title: texts.memoryColumn,
    width: 76,
    align: 'end',
    from: 'lg',
    card: 'none',
    render: (server) => <FullCell server={server} of="memory" />,
  },
  {
    key: 'disk',
    title: texts.diskColumn,
    width: 76,
    align: 'end',
    from: 'lg',
    card: 'none',
    render: (server) => <FullCell server={server} of="disk" />,
  },
];

const VERBS = Object.keys(POWER) as PowerVerb[];

function ServerName({ id, hostname, label }: Hosting) {
  return (
    <span title={label ? `${hostname} (${label})` : hostname}>
      <FiringMark hostingId={id} />
      {hostname}
      {label && (
        <Text span inherit c="dimmed" fw={400}>
          {' '}
          {label}
        </Text>
      )}
    </span>
  );
}

function Address({ ipv4, ipv6, status }: Hosting) {
  const address = ipv4[0] ?? ipv6[0];
  if (!address)
    return (
      <Text span inherit c="dimmed">
        {status === 'terminated' ? '–' : texts.noAddress}
      </Text>
    );
  return <Copyable value={address} what={t`address`} />;
}

const route = getRouteApi('/frame/servers');

export function ServersPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const servers = useServers(search);
  const { run, dialog } = useRunPower();
  const [selected, setSelected] = useState<ReadonlySet<number | string>>(new Set());
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  const rows = servers.data?.data;
  const mayWrite = may('hosting.write');
  const filtered = isFiltered(search);
  const tags = [...new Set([...(search.tag ? [search.tag] : []), ...(rows ?? []).flatMap((row) => row.tags)])].sort();
  return (
    <>
      <PageTitle title={texts.title} count={servers.data?.meta.total ?? null}>
        {(rows?.length !== 0 || filtered) && <OrderServer />}
      </PageTitle>
      <ListFilters words={texts} statuses={STATUSES} value={search} onChange={change}>
        {tags.length > 0 && (
          <FilterSelect
            label={toolTexts.tag}
            value={search.tag}
            options={tags.map((tag) => ({ value: tag, label: tag }))}
            onChange={(tag) => change({ tag })}
          />
        )}
        {mayWrite && (
          <BulkPower servers={rows?.filter(({ id }) => selected.has(id)) ?? []} onDone={() => setSelected(new Set())} />
        )}
      </ListFilters>
      <DataTable
        label={texts.title}
        query={servers}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ hostname }) => hostname}
        rowLink={({ id }) => ({ to: '/servers/$id', params: { id: String(id) } })}
        columns={COLUMNS}
        {...(mayWrite && {
          selection: { selected, onChange: setSelected },
          rowMenu: (server: Hosting) =>
            VERBS.map((verb) => (
              <Menu.Item key={verb} disabled={!allows(server.status, verb)} onClick={() => run(verb, server)}>
                {POWER[verb].label}
              </Menu.Item>
            )),
        })}
        sorting={{ value: search, onChange: change }}
        pager={{ meta: servers.data?.meta, onPage: (page) => change({ page }) }}
        empty={
          <EmptyState icon={IconServer} text={texts.empty} call={{ operation: 'hosting.list' }}>
            <OrderServer />
          </EmptyState>
        }
        noMatch={filtered && texts.noMatch}
      />
      {dialog}
    </>
  );
}

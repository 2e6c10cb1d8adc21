import type { Domain } from '@hostler/sdk';
import { IconWorld } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useShowMade } from '../../../app/show-made.ts';
import type { Column } from '../../../parts/data-table/columns.ts';
import { DataTable } from '../../../parts/data-table/data-table.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ListFilters } from '../../../parts/filters.tsx';
import { changeSearch, isFiltered } from '../../../parts/list-search.ts';
import { Moment } from '../../../parts/moment.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { DomainStatus } from '../../../resources/domains/domain-status.tsx';
import { OpenAddDomain } from '../../../resources/domains/open-add-domain.tsx';
import { useDomains } from '../../../resources/domains/queries.ts';
import { ServerName } from '../../../resources/servers/server-name.tsx';
import { useMay } from '../../../session/place-context.tsx';
import { AddDomain } from './add-domain.tsx';
import { STATUSES, texts } from './texts.ts';

const COLUMNS: readonly Column<Domain>[] = [
  { key: 'name', title: texts.name, sortBy: 'domain', render: ({ domain }) => <span title={domain}>{domain}</span> },
  {
    key: 'status',
    title: texts.status,
    sortBy: 'status',
    width: 190,
    card: 'beside',
    render: (domain) => <DomainStatus {...domain} />,
  },
  { key: 'server', title: texts.leadsTo, width: '30%', render: ({ hosting_id }) => <ServerName id={hosting_id} /> },
  {
    key: 'added',
    title: texts.added,
    sortBy: 'created_at',
    width: 150,
    align: 'end',
    from: 'md',
    card: 'none',
    render: ({ created_at }) => <Moment at={created_at} />,
  },
];

const route = getRouteApi('/frame/domains');

export function DomainsPage() {
  const { new: isAdding, server, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const domains = useDomains(filters);
  const filtered = isFiltered(filters);
  const change = (next: Partial<typeof filters>) => void navigate({ search: (before) => changeSearch(before, next) });
  const stop = () => void navigate({ search: filters });

  const show = useShowMade({ to: '/domains/$id', onStay: stop });

  return (
    <>
      <PageTitle title={texts.title} count={domains.data?.meta.total ?? null}>
        {(domains.data?.data.length !== 0 || filtered) && <OpenAddDomain />}
      </PageTitle>
      <ListFilters words={texts} statuses={STATUSES} value={filters} onChange={change} />
      <DataTable
        label={texts.title}
        query={domains}
        rows={domains.data?.data}
        rowKey={({ id }) => id}
        rowName={({ domain }) => domain}
        rowLink={({ id }) => ({ to: '/domains/$id', params: { id: String(id) } })}
        columns={COLUMNS}
        sorting={{ value: filters, onChange: change }}
        pager={{ meta: domains.data?.meta, onPage: (page) => change({ page }) }}
        empty={
          <EmptyState
            icon={IconWorld}
            text={texts.empty}
            call={{ operation: 'domains.create', input: { domain: 'example.com' } }}
          >
            <OpenAddDomain />
          </EmptyState>
        }
        noMatch={filtered && texts.noMatch}
      />
      {may('domains.write') && (
        <AddDomain opened={isAdding === true} serverId={server ?? null} onClose={stop} onCreated={show} />
      )}
    </>
  );
}

import type { Domain } from '@hostler/sdk';
import { notifications } from '@mantine/notifications';
import { IconWorld } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { changeSearch } from '../../app/list-search.ts';
import type { Column } from '../../parts/data-table/columns.ts';
import { DataTable } from '../../parts/data-table/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { FilterSelect, Filters, SearchField } from '../../parts/filters.tsx';
import { Moment } from '../../parts/moment.tsx';
import { NoMatch } from '../../parts/no-match.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { useMay, usePlace } from '../../session/place-context.tsx';
import { ServerName } from '../servers/server-name.tsx';
import { AddDomain } from './add-domain.tsx';
import { DomainStatus } from './domain-status.tsx';
import { OpenAddDomain } from './open-add-domain.tsx';
import { useDomains } from './queries.ts';
import { STATUS_OPTIONS, texts } from './texts.ts';

const COLUMNS: readonly Column<Domain>[] = [
  { key: 'name', title: texts.name, render: ({ domain }) => <span title={domain}>{domain}</span> },
  {
    key: 'status',
    title: texts.status,
    width: '190px',
    card: 'beside',
    render: (domain) => <DomainStatus {...domain} />,
  },
  { key: 'server', title: texts.leadsTo, width: '30%', render: ({ hosting_id }) => <ServerName id={hosting_id} /> },
  {
    key: 'added',
    title: texts.added,
    width: '150px',
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
  const { place } = usePlace();
  const domains = useDomains(filters);
  const isFiltered = filters.search !== undefined || filters.status !== undefined;
  const change = (next: Partial<typeof filters>) => void navigate({ search: changeSearch(filters, next) });
  const stop = () => void navigate({ search: filters });

  /** What the sandbox made leads nowhere. */
  function show({ id }: Domain): void {
    if (place.environment === 'live') return void navigate({ to: '/domains/$id', params: { id: String(id) } });
    stop();
    notifications.show({ message: texts.simulated });
  }

  return (
    <>
      <PageTitle title={texts.title} count={domains.data?.meta.total ?? null}>
        {(domains.data?.data.length !== 0 || isFiltered) && <OpenAddDomain />}
      </PageTitle>
      <Filters>
        <SearchField label={texts.search} value={filters.search ?? ''} onChange={(search) => change({ search })} />
        <FilterSelect
          label={texts.status}
          value={filters.status}
          options={STATUS_OPTIONS}
          onChange={(status) => change({ status })}
        />
      </Filters>
      <DataTable
        label={texts.title}
        query={domains}
        rows={domains.data?.data}
        rowKey={({ id }) => id}
        rowName={({ domain }) => domain}
        rowLink={({ id }) => ({ to: '/domains/$id', params: { id: String(id) } })}
        columns={COLUMNS}
        pager={{ meta: domains.data?.meta, onPage: (page) => change({ page }) }}
        empty={
          isFiltered ? (
            <NoMatch text={texts.noMatch} />
          ) : (
            <EmptyState
              icon={IconWorld}
              text={texts.empty}
              call={{ operation: 'domains.create', input: { domain: 'example.com' } }}
            >
              <OpenAddDomain />
            </EmptyState>
          )
        }
      />
      {may('domains.write') && (
        <AddDomain opened={isAdding === true} serverId={server ?? null} onClose={stop} onCreated={show} />
      )}
    </>
  );
}

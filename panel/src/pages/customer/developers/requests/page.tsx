import { Button, Switch } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Column } from '#parts/data-table/columns.ts';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { FilterSelect, Filters, SearchField } from '#parts/filters.tsx';
import { changeSearch, isFiltered } from '#parts/list-search.ts';
import { Moment } from '#parts/moment.tsx';
import { formatDuration } from '#parts/numbers.ts';
import { PageTitle } from '#parts/page-title.tsx';
import { useKeys } from '../keys/queries.ts';
import { type LoggedRequest, useRequests } from './queries.ts';
import { RequestDrawer } from './request-drawer.tsx';
import { RequestResult } from './request-result.tsx';
import { CLASSES, METHODS, texts } from './texts.ts';

const COLUMNS: readonly Column<LoggedRequest>[] = [
  {
    key: 'path',
    title: texts.path,
    render: ({ method, path }) => (
      <code>
        {method} {path}
      </code>
    ),
  },
  { key: 'result', title: texts.result, width: 250, render: (request) => <RequestResult request={request} /> },
  {
    key: 'by',
    title: texts.by,
    width: 160,
    from: 'md',
    render: ({ key, person }) => key?.name ?? person?.name,
  },
  {
    key: 'took',
    title: texts.took,
    width: 90,
    align: 'end',
    from: 'lg',
    card: 'none',
    render: ({ duration_ms }) => formatDuration(duration_ms),
  },
  { key: 'at', title: texts.when, width: 150, align: 'end', render: ({ at }) => <Moment at={at} /> },
];
const route = getRouteApi('/frame/developers/requests');

export function RequestsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const requests = useRequests(search);
  const [opened, setOpened] = useState<LoggedRequest | null>(null);
  const keys =
    useKeys(undefined).data?.data.map(({ id, name, hint }) => ({ value: String(id), label: `${name} …${hint}` })) ?? [];
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  const filtered = isFiltered(search);
  return (
    <>
      <PageTitle
        title={texts.title}
        description={requests.data?.meta.sampled ? `${texts.description} ${texts.sampled}` : texts.description}
      />
      <Filters>
        <SearchField label={texts.search} value={search.path ?? ''} onChange={(path) => change({ path })} />
        <FilterSelect
          label={texts.result}
          value={search.status_class}
          options={CLASSES}
          onChange={(status_class) => change({ status_class })}
        />
        <FilterSelect
          label={texts.key}
          value={search.key_id}
          options={keys}
          onChange={(key_id) => change({ key_id })}
        />
        <FilterSelect
          label={texts.method}
          value={search.method}
          options={METHODS}
          onChange={(method) => change({ method })}
        />
        <SearchField
          label={texts.requestId}
          value={search.request_id ?? ''}
          onChange={(request_id) => change({ request_id })}
        />
        <Switch
          label={texts.panel}
          title={texts.panelText}
          checked={search.panel === 'shown'}
          onChange={({ currentTarget }) => change({ panel: currentTarget.checked ? 'shown' : undefined })}
        />
      </Filters>
      <DataTable
        label={texts.title}
        query={requests}
        rows={requests.data?.data}
        rowKey={({ id }) => id}
        rowName={({ method, path }) => `${method} ${path}`}
        onOpen={setOpened}
        columns={COLUMNS}
        pager={{ meta: requests.data?.meta, onPage: (page) => change({ page }) }}
        empty={
          <EmptyState icon={IconListSearch} text={texts.empty} call={{ operation: 'auth.me' }}>
            <Button data-real renderRoot={(props) => <Link {...props} to="/developers/keys" />}>
              {texts.createKey}
            </Button>
          </EmptyState>
        }
        noMatch={filtered && texts.noMatch}
      />
      <RequestDrawer request={opened} onClose={() => setOpened(null)} />
    </>
  );
}

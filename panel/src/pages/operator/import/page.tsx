import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { CsvButton } from '#operator/csv-button.tsx';
import { OperatorCode } from '#operator/operator-code.tsx';
import { StatusOf } from '#operator/resource-list.tsx';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { FilterSelect, ListFilters } from '#parts/filters.tsx';
import { changeSearch, isFiltered } from '#parts/list-search.ts';
import { Moment } from '#parts/moment.tsx';
import { formatNumber } from '#parts/numbers.ts';
import { PageTitle } from '#parts/page-title.tsx';
import { useImports } from './queries.ts';
import { KINDS, STATUSES, texts } from './texts.ts';
import { UploadFile } from './upload-file.tsx';

const route = getRouteApi('/operator/import');

/** Imports of data of another system, newest first. */
export function ImportsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  const filters = { ...search };
  const imports = useImports(filters);
  const [uploading, setUploading] = useState(false);
  return (
    <>
      <PageTitle title={texts.title} count={imports.data?.meta.total ?? null} description={texts.description}>
        <OperatorCode call={() => ({ path: '/imports', query: filters })} />
        <CsvButton path="/imports" filters={filters} />
        <Button onClick={() => setUploading(true)}>{texts.upload}</Button>
      </PageTitle>
      <ListFilters
        words={{ search: texts.search, status: texts.anyStatus }}
        statuses={STATUSES}
        value={search}
        onChange={change}
      >
        <FilterSelect
          label={texts.anyKind}
          value={search.kind}
          options={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
          onChange={(kind) => change({ kind })}
        />
      </ListFilters>
      <DataTable
        label={texts.title}
        query={imports}
        rows={imports.data?.data}
        rowKey={({ id }) => id}
        rowName={({ id, name }) => name ?? texts.noName(id)}
        rowLink={({ id }) => ({ to: '/operator/import/$id', params: { id: String(id) } })}
        columns={[
          { key: 'file', title: texts.file, render: ({ id, name }) => name ?? texts.noName(id) },
          { key: 'kind', title: texts.kind, width: 160, card: 'line', render: ({ kind }) => KINDS[kind] },
          {
            key: 'lines',
            title: texts.lines,
            width: 100,
            align: 'end',
            card: 'none',
            render: ({ lines }) => formatNumber(lines),
          },
          {
            key: 'wrong',
            title: texts.wrong,
            width: 100,
            align: 'end',
            from: 'md',
            card: 'none',
            render: ({ wrong }) => formatNumber(wrong),
          },
          {
            key: 'status',
            title: texts.status,
            width: 170,
            card: 'line',
            render: ({ status }) => <StatusOf statuses={STATUSES} status={status} />,
          },
          {
            key: 'created',
            title: texts.created,
            sortBy: 'created_at',
            width: 150,
            card: 'beside',
            render: ({ created_at }) => <Moment at={created_at} />,
          },
        ]}
        sorting={{ value: search, onChange: change }}
        pager={{ meta: imports.data?.meta, onPage: (page) => change({ page }) }}
        empty={<EmptyState icon={IconFileImport} text={texts.empty} />}
        noMatch={isFiltered(search) && texts.noMatch}
      />
      {uploading && <UploadFile onClose={() => setUploading(false)} />}
    </>
  );
}

import { t } from '@lingui/core/macro';
import { IconDatabase } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { OwnedDatabase } from '#operator/generated/types.gen.ts';
import { customerColumn, ResourceList, statusColumn } from '#operator/resource-list.tsx';
import { Bytes } from '#parts/bytes.tsx';
import { FilterSelect } from '#parts/filters.tsx';
import { changeSearch } from '#parts/list-search.ts';
import { ACCESS, DATABASE_STATUSES, ENGINES } from './texts.ts';

const route = getRouteApi('/operator/databases');

export function DatabasesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <ResourceList<OwnedDatabase, typeof search>
      title={t`Databases`}
      path="/databases"
      resource="databases"
      search={search}
      onSearch={(next) => void navigate({ search: next })}
      searchLabel={t`Search by name or user`}
      statuses={DATABASE_STATUSES}
      filters={
        <FilterSelect
          label={t`Any engine`}
          value={search.engine}
          options={ENGINES}
          onChange={(engine) => void navigate({ search: (before) => changeSearch(before, { engine }) })}
        />
      }
      rowName={({ name }) => name}
      columns={[
        { key: 'name', title: t`Name`, render: ({ name }) => name },
        customerColumn(),
        statusColumn(DATABASE_STATUSES),
        {
          key: 'engine',
          title: t`Engine`,
          width: 180,
          from: 'md',
          card: 'none',
          render: ({ engine, version }) =>
            `${ENGINES.find(({ value }) => value === engine)?.label ?? engine} ${version ?? ''}`,
        },
        {
          key: 'access',
          title: t`Access`,
          width: 110,
          from: 'lg',
          card: 'none',
          render: (row) => ACCESS[row.access],
        },
        {
          key: 'size',
          title: t`Size`,
          width: 110,
          align: 'end',
          from: 'md',
          card: 'none',
          render: ({ size_bytes }) => <Bytes value={size_bytes} />,
        },
      ]}
      icon={IconDatabase}
      empty={t`No customer has created a database yet.`}
    />
  );
}

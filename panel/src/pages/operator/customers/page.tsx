import { Button } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { BulkActions } from '#operator/bulk-actions.tsx';
import { CsvButton } from '#operator/csv-button.tsx';
import { OWNERS, useHasRole } from '#operator/me.ts';
import { OperatorCode } from '#operator/operator-code.tsx';
import { useSelection } from '#operator/selection.ts';
import type { Column } from '#parts/data-table/columns.ts';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { FilterSelect, ListFilters } from '#parts/filters.tsx';
import { changeSearch, isFiltered } from '#parts/list-search.ts';
import { Moment } from '#parts/moment.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { CreateCustomer } from './create-customer.tsx';
import { CustomerStatus } from './customer-status.tsx';
import { type Customer, useCustomers, useTags } from './queries.ts';
import { Tags } from './tags.tsx';
import { STATUSES, texts } from './texts.ts';

const route = getRouteApi('/operator/customers');

const COLUMNS: readonly Column<Customer>[] = [
  { key: 'name', title: texts.name, render: ({ name }) => name },
  { key: 'email', title: texts.email, card: 'line', render: ({ email }) => email },
  {
    key: 'status',
    title: texts.status,
    width: 200,
    card: 'beside',
    render: ({ waiting, suspended, closed_at }) => {
      if (closed_at) return <CustomerStatus status="closed" />;
      return <CustomerStatus status={suspended ? 'suspended' : waiting ? 'waiting' : 'active'} cause={suspended} />;
    },
  },
  { key: 'tags', title: texts.tags, from: 'md', card: 'line', render: ({ tags }) => <Tags tags={tags} /> },
  { key: 'id', title: texts.id, width: 90, from: 'lg', card: 'none', render: ({ id }) => id },
  {
    key: 'since',
    title: texts.since,
    sortBy: 'created_at',
    width: 150,
    align: 'end',
    from: 'md',
    card: 'none',
    render: ({ created_at }) => <Moment at={created_at} />,
  },
];

export function CustomersPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  const customers = useCustomers(search);
  const tags = useTags();
  const may = useHasRole();
  const chosen = useSelection(customers.data?.data);
  const [creating, setCreating] = useState(false);
  const button = may(OWNERS) && <Button onClick={() => setCreating(true)}>{texts.create}</Button>;
  return (
    <>
      <PageTitle title={texts.title} count={customers.data?.meta.total ?? null}>
        <OperatorCode call={() => ({ path: '/accounts', query: { ...search } })} />
        <CsvButton path="/accounts" filters={{ ...search }} />
        {button}
      </PageTitle>
      <ListFilters
        words={{ search: texts.search, status: texts.anyStatus }}
        statuses={STATUSES}
        value={search}
        onChange={change}
      >
        <FilterSelect
          label={texts.anyTag}
          value={search.tag}
          options={(tags.data?.data ?? []).map(({ tag, accounts }) => ({ value: tag, label: `${tag} (${accounts})` }))}
          onChange={(tag) => change({ tag })}
        />
        <BulkActions
          items={chosen.rows}
          actions={[
            { label: texts.addTag, path: '/accounts/tag', field: { name: 'add', label: texts.tag, isList: true } },
          ]}
          touches={['accounts']}
          onDone={chosen.clear}
        />
      </ListFilters>
      <DataTable
        label={texts.title}
        query={customers}
        rows={customers.data?.data}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        rowLink={({ id }) => ({ to: '/operator/customers/$id', params: { id: String(id) } })}
        columns={COLUMNS}
        selection={chosen.selection}
        sorting={{ value: search, onChange: change }}
        pager={{ meta: customers.data?.meta, onPage: (page) => change({ page }) }}
        empty={<EmptyState icon={IconBuildingStore} text={texts.empty} />}
        noMatch={isFiltered(search) && texts.noMatch}
      />
      {creating && <CreateCustomer onClose={() => setCreating(false)} />}
    </>
  );
}

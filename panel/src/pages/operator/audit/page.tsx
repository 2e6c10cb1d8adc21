import { IconHistory } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { AccountSelect } from '#operator/account-select.tsx';
import { CsvButton } from '#operator/csv-button.tsx';
import { DayFilter } from '#operator/day-filter.tsx';
import { OperatorCode } from '#operator/operator-code.tsx';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { FilterSelect, Filters, SearchField } from '#parts/filters.tsx';
import { changeSearch, isFiltered } from '#parts/list-search.ts';
import { Moment } from '#parts/moment.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { describeAction } from '#resources/audit/actions.ts';
import { nameByType } from '#resources/audit/record-name.ts';
import { EntryDrawer } from './entry-drawer.tsx';
import { type StaffAuditEntry, toFilters, useAudit } from './queries.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/operator/audit');
const KINDS = Object.entries(texts.actors).map(([value, label]) => ({ value, label }));

export function AuditPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  const audit = useAudit(search);
  const [opened, setOpened] = useState<StaffAuditEntry | null>(null);
  return (
    <>
      <PageTitle title={texts.title} count={audit.data?.meta.total ?? null} description={texts.description}>
        <OperatorCode call={() => ({ path: '/audit', query: toFilters(search) })} />
        <CsvButton path="/audit" filters={toFilters(search)} />
      </PageTitle>
      <Filters>
        <SearchField label={texts.search} value={search.search ?? ''} onChange={(text) => change({ search: text })} />
        <AccountSelect label={texts.account} value={search.account} onChange={(account) => change({ account })} />
        <FilterSelect
          label={texts.anyone}
          value={search.actor_kind}
          options={KINDS}
          onChange={(actor_kind) => change({ actor_kind })}
        />
        {(['from', 'until'] as const).map((name) => (
          <DayFilter key={name} label={texts[name]} value={search[name]} onChange={(day) => change({ [name]: day })} />
        ))}
      </Filters>
      <DataTable
        label={texts.title}
        query={audit}
        rows={audit.data?.data}
        rowKey={({ id }) => id}
        onOpen={setOpened}
        columns={[
          { key: 'action', title: texts.what, render: ({ action }) => describeAction(action) },
          {
            key: 'actor',
            title: texts.who,
            render: ({ actor_label, actor_kind }) => actor_label || texts.actors[actor_kind],
          },
          { key: 'record', title: texts.record, from: 'md', card: 'none', render: nameRecord },
          { key: 'account', title: texts.account, card: 'line', render: ({ account_name }) => account_name },
          {
            key: 'address',
            title: texts.address,
            width: 140,
            from: 'lg',
            card: 'none',
            render: (entry) => entry.address,
          },
          {
            key: 'at',
            title: texts.when,
            sortBy: 'created_at',
            width: 150,
            card: 'beside',
            render: ({ at }) => <Moment at={at} />,
          },
        ]}
        sorting={{ value: search, onChange: change }}
        pager={{ meta: audit.data?.meta, onPage: (page) => change({ page }) }}
        empty={<EmptyState icon={IconHistory} text={texts.empty} />}
        noMatch={isFiltered(search) && texts.nothingFound}
      />
      <EntryDrawer entry={opened} onClose={() => setOpened(null)} />
    </>
  );
}

function nameRecord({ record_type, record_id, record_label }: StaffAuditEntry): string | null {
  return record_label ?? (record_type === null ? null : nameByType(record_type, record_id));
}

import { IconHistory } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { FilterSelect, Filters } from '#parts/filters.tsx';
import { changeSearch, isFiltered } from '#parts/list-search.ts';
import { Moment } from '#parts/moment.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { describeAction } from '#resources/audit/actions.ts';
import { nameByType } from '#resources/audit/record-name.ts';
import { EntryDrawer } from './entry-drawer.tsx';
import { type AuditEntry, useAudit } from './queries.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/frame/account/audit');
const KINDS = Object.entries(texts.actors).map(([value, label]) => ({ value, label }));

export function AuditPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  const audit = useAudit(search);
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  return (
    <>
      <PageTitle title={texts.title} count={audit.data?.meta.total ?? null} description={texts.description} />
      <Filters>
        <FilterSelect
          label={texts.anyone}
          value={search.actor_kind}
          options={KINDS}
          onChange={(actor_kind) => change({ actor_kind })}
        />
      </Filters>
      <DataTable
        label={texts.title}
        query={audit}
        rows={audit.data?.data}
        rowKey={({ id }) => id}
        onOpen={setOpened}
        columns={[
          { key: 'action', title: texts.what, render: ({ action }) => describeAction(action) },
          { key: 'actor', title: texts.who, render: ({ actor }) => actor.label || texts.actors[actor.kind] },
          { key: 'record', title: texts.record, from: 'md', render: ({ record }) => record && nameRecord(record) },
          {
            key: 'address',
            title: texts.from,
            width: 140,
            from: 'lg',
            card: 'none',
            render: ({ address }) => address,
          },
          { key: 'at', title: texts.when, width: 150, card: 'beside', render: ({ at }) => <Moment at={at} /> },
        ]}
        pager={{ meta: audit.data?.meta, onPage: (page) => change({ page }) }}
        empty={<EmptyState icon={IconHistory} text={texts.empty} />}
        noMatch={isFiltered(search) && texts.nothingFound}
      />
      <EntryDrawer entry={opened} onClose={() => setOpened(null)} />
    </>
  );
}

function nameRecord({ type, id, label }: NonNullable<AuditEntry['record']>): string {
  return label ?? nameByType(type, id);
}

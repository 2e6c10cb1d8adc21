import { IconHistory } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { StaffAuditEntry } from '#operator/generated/types.gen.ts';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { Filters, SearchField } from '#parts/filters.tsx';
import { changeSearch, isFiltered } from '#parts/list-search.ts';
import { Moment } from '#parts/moment.tsx';
import { describeAction } from '#resources/audit/actions.ts';
import { useListOf } from '../queries.ts';
import { texts } from '../texts.ts';

const route = getRouteApi('/operator/customers/$id/audit');

export function AuditTab() {
  const id = Number(route.useParams().id);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  const audit = useListOf<StaffAuditEntry>('/audit', id, search);
  return (
    <>
      <Filters>
        <SearchField
          label={texts.searchAudit}
          value={search.search ?? ''}
          onChange={(text) => change({ search: text })}
        />
      </Filters>
      <DataTable
        label={texts.tabs.audit}
        query={audit}
        rows={audit.data?.data}
        rowKey={(entry) => entry.id}
        columns={[
          { key: 'action', title: texts.action, render: ({ action }) => describeAction(action) },
          { key: 'who', title: texts.who, render: ({ actor_label }) => actor_label },
          {
            key: 'record',
            title: texts.record,
            from: 'md',
            render: ({ record_type, record_id, record_label }) =>
              record_type && `${record_label ?? record_type} (${record_id})`,
          },
          { key: 'from', title: texts.from, width: 150, from: 'lg', card: 'none', render: (row) => row.address },
          {
            key: 'when',
            title: texts.when,
            width: 150,
            align: 'end',
            render: ({ at }) => <Moment at={at} />,
          },
        ]}
        pager={{ meta: audit.data?.meta, onPage: (page) => change({ page }) }}
        empty={<EmptyState icon={IconHistory} text={texts.noAudit} />}
        noMatch={isFiltered(search) && texts.noAuditMatch}
      />
    </>
  );
}

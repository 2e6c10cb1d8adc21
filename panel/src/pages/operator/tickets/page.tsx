import { Button } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { AccountSelect } from '#operator/account-select.tsx';
import { CsvButton } from '#operator/csv-button.tsx';
import { OperatorCode } from '#operator/operator-code.tsx';
import type { Column } from '#parts/data-table/columns.ts';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { FilterSelect, Filters, SearchField } from '#parts/filters.tsx';
import { changeSearch } from '#parts/list-search.ts';
import { Moment } from '#parts/moment.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import classes from './page.module.css';
import { type StaffTicket, useFilters, useTickets } from './queries.ts';
import { QueueList } from './queue-list.tsx';
import { PRIORITIES, STATUSES, texts } from './texts.ts';
import { TicketStatus } from './ticket-status.tsx';

const route = getRouteApi('/operator/tickets');

const STATUS_OPTIONS = Object.entries(STATUSES).map(([value, { label }]) => ({ value, label }));
const PRIORITY_OPTIONS = Object.entries(PRIORITIES).map(([value, label]) => ({ value, label }));

const COLUMNS: readonly Column<StaffTicket>[] = [
  { key: 'subject', title: texts.subject, render: ({ subject }) => subject },
  { key: 'customer', title: texts.account, width: 120, card: 'line', render: ({ account_name }) => account_name },
  {
    key: 'status',
    title: texts.status,
    width: 184,
    card: 'beside',
    render: (ticket) => <TicketStatus {...ticket} />,
  },
  {
    key: 'priority',
    title: texts.priority,
    width: 84,
    from: 'md',
    card: 'none',
    render: ({ priority }) => PRIORITIES[priority],
  },
  {
    key: 'assignee',
    title: texts.assignee,
    width: 96,
    from: 'lg',
    card: 'line',
    render: ({ assignee_name }) => assignee_name,
  },
  {
    key: 'updated',
    title: texts.changed,
    width: 124,
    align: 'end',
    card: 'line',
    render: ({ updated_at }) => <Moment at={updated_at} />,
  },
];

export function TicketsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  const tickets = useTickets(search);
  const filters = useFilters(search);
  const { queue: _queue, department: _department, page: _page, ...narrowed } = search;
  return (
    <>
      <PageTitle title={texts.title} count={tickets.data?.meta.total ?? null}>
        <OperatorCode call={() => ({ path: '/tickets', query: filters })} />
        <CsvButton path="/tickets" filters={filters} />
        <Button component={Link} to="/operator/tickets/canned-replies" variant="default">
          {texts.canned}
        </Button>
      </PageTitle>
      <div className={classes.columns}>
        <QueueList search={search} />
        <div>
          <Filters>
            <SearchField
              label={texts.search}
              value={search.search ?? ''}
              onChange={(text) => change({ search: text })}
            />
            <FilterSelect
              label={texts.anyStatus}
              value={search.status}
              options={STATUS_OPTIONS}
              onChange={(status) => change({ status })}
            />
            <FilterSelect
              label={texts.anyPriority}
              value={search.priority}
              options={PRIORITY_OPTIONS}
              onChange={(priority) => change({ priority })}
            />
            <AccountSelect label={texts.account} value={search.account} onChange={(account) => change({ account })} />
          </Filters>
          <DataTable
            label={texts.title}
            query={tickets}
            rows={tickets.data?.data}
            rowKey={({ id }) => id}
            rowName={({ subject }) => subject}
            rowLink={({ id }) => ({ to: '/operator/tickets/$id', params: { id: String(id) }, search })}
            columns={COLUMNS}
            pager={{ meta: tickets.data?.meta, onPage: (page) => change({ page }) }}
            empty={<EmptyState icon={IconMessages} text={texts.empty} />}
            noMatch={Object.keys(narrowed).length > 0 && texts.noMatch}
          />
        </div>
      </div>
    </>
  );
}

import type { Ticket } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useShowMade } from '../../../app/show-made.ts';
import type { Column } from '../../../parts/data-table/columns.ts';
import { DataTable } from '../../../parts/data-table/data-table.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ListFilters } from '../../../parts/filters.tsx';
import { changeSearch, isFiltered } from '../../../parts/list-search.ts';
import { Moment } from '../../../parts/moment.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { SupportLink } from '../../../parts/support-link.tsx';
import { STATUSES } from '../../../resources/tickets/statuses.ts';
import { TicketStatus } from '../../../resources/tickets/ticket-status.tsx';
import { useMay } from '../../../session/place-context.tsx';
import { brand } from '../../../theme/brand.ts';
import { NewTicket } from './new-ticket.tsx';
import { useTickets } from './queries.ts';
import { EXAMPLE, PRIORITIES, texts } from './texts.ts';

const COLUMNS: readonly Column<Ticket>[] = [
  { key: 'subject', title: texts.subject, render: ({ subject }) => subject },
  {
    key: 'status',
    title: texts.status,
    sortBy: 'status',
    width: 184,
    card: 'beside',
    render: (ticket) => <TicketStatus {...ticket} />,
  },
  {
    key: 'priority',
    title: texts.priority,
    width: 100,
    from: 'md',
    render: ({ priority }) => PRIORITIES[priority],
  },
  { key: 'department', title: texts.department, width: 140, from: 'lg', render: ({ department }) => department },
  { key: 'id', title: t`Number`, sortBy: 'created_at', width: 100, from: 'md', render: ({ id }) => `#${id}` },
  {
    key: 'updated',
    title: t`Last change`,
    sortBy: 'updated_at',
    width: 150,
    align: 'end',
    render: ({ updated_at }) => <Moment at={updated_at} />,
  },
];

const route = getRouteApi('/frame/tickets');

export function TicketsPage() {
  const { new: asked = false, subject, message, ...filters } = route.useSearch();
  const [pressed, setPressed] = useState(false);
  const navigate = route.useNavigate();
  const may = useMay();
  const tickets = useTickets(filters);
  const filtered = isFiltered(filters);
  // The empty state has its own button, so the title line shows none.
  const untouched = tickets.data?.meta.total === 0 && !filtered;
  const change = (next: Partial<typeof filters>) => void navigate({ search: (before) => changeSearch(before, next) });
  const stop = () => {
    setPressed(false);
    if (asked) void navigate({ search: filters });
  };

  const button = may('tickets.write') && <Button onClick={() => setPressed(true)}>{texts.newTicket}</Button>;

  const show = useShowMade({ to: '/tickets/$id', onStay: stop });

  return (
    <>
      <PageTitle
        title={texts.title}
        count={tickets.data?.meta.total ?? null}
        description={
          brand.supportAddress && (
            <>
              {texts.elsewhere} <SupportLink />
            </>
          )
        }
      >
        {!untouched && button}
      </PageTitle>
      <ListFilters words={texts} statuses={STATUSES} value={filters} onChange={change} />
      <DataTable
        label={texts.title}
        query={tickets}
        rows={tickets.data?.data}
        rowKey={({ id }) => id}
        rowName={({ subject: name }) => name}
        rowLink={({ id }) => ({ to: '/tickets/$id', params: { id: String(id) } })}
        columns={COLUMNS}
        sorting={{ value: filters, onChange: change }}
        pager={{ meta: tickets.data?.meta, onPage: (page) => change({ page }) }}
        empty={
          <EmptyState icon={IconMessages} text={texts.empty} call={{ operation: 'tickets.create', input: EXAMPLE }}>
            {button}
          </EmptyState>
        }
        noMatch={filtered && texts.noMatch}
      />
      {may('tickets.write') && (
        <NewTicket opened={asked || pressed} onClose={stop} onCreated={show} facts={{ subject, message }} />
      )}
    </>
  );
}

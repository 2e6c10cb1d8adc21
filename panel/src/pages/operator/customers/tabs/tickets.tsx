import { t } from '@lingui/core/macro';
import { IconMessages } from '@tabler/icons-react';
import { getRouteApi, type LinkProps } from '@tanstack/react-router';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { Filters, SearchField } from '#parts/filters.tsx';
import { changeSearch, isFiltered } from '#parts/list-search.ts';
import { Moment } from '#parts/moment.tsx';
import { Status, type Tone } from '#parts/status.tsx';
import { useListOf } from '../queries.ts';
import { texts } from '../texts.ts';

const route = getRouteApi('/operator/customers/$id/tickets');

interface Ticket {
  readonly id: number;
  readonly subject: string;
  readonly status: keyof typeof STATUSES;
  readonly department: string;
  readonly updated_at: string;
}

/** Tone `wait` means that staff must reply. */
const STATUSES: Readonly<Record<'open' | 'answered' | 'customer_reply' | 'closed', { label: string; tone: Tone }>> = {
  open: { label: t`Open`, tone: 'wait' },
  answered: { label: t`Answered`, tone: 'good' },
  customer_reply: { label: t`Customer replied`, tone: 'wait' },
  closed: { label: t`Closed`, tone: 'idle' },
};

export function TicketsTab() {
  const id = Number(route.useParams().id);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  const tickets = useListOf<Ticket>('/tickets', id, search);
  return (
    <>
      <Filters>
        <SearchField
          label={texts.searchTickets}
          value={search.search ?? ''}
          onChange={(text) => change({ search: text })}
        />
      </Filters>
      <DataTable
        label={texts.tabs.tickets}
        query={tickets}
        rows={tickets.data?.data}
        rowKey={(ticket) => ticket.id}
        rowName={({ subject }) => subject}
        rowLink={(ticket) => ({ to: `/operator/tickets/${ticket.id}` as LinkProps['to'] })}
        columns={[
          { key: 'subject', title: texts.subject, render: ({ subject }) => subject },
          {
            key: 'status',
            title: texts.status,
            width: 170,
            card: 'beside',
            render: ({ status }) => <Status tone={STATUSES[status].tone}>{STATUSES[status].label}</Status>,
          },
          { key: 'department', title: texts.department, width: 140, from: 'md', render: (row) => row.department },
          {
            key: 'updated',
            title: texts.lastChange,
            width: 150,
            align: 'end',
            render: ({ updated_at }) => <Moment at={updated_at} />,
          },
        ]}
        pager={{ meta: tickets.data?.meta, onPage: (page) => change({ page }) }}
        empty={<EmptyState icon={IconMessages} text={texts.noTickets} />}
        noMatch={isFiltered(search) && texts.noTicketMatch}
      />
    </>
  );
}

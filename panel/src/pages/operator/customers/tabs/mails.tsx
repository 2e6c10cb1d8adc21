import { t } from '@lingui/core/macro';
import { IconMail } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { SentMail } from '#operator/generated/types.gen.ts';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { Filters, SearchField } from '#parts/filters.tsx';
import { changeSearch, isFiltered } from '#parts/list-search.ts';
import { Moment } from '#parts/moment.tsx';
import { Status, type Tone } from '#parts/status.tsx';
import { useListOf } from '../queries.ts';
import { texts } from '../texts.ts';

const route = getRouteApi('/operator/customers/$id/mails');

const STATUSES: Readonly<Record<SentMail['status'], { label: string; tone: Tone }>> = {
  waiting: { label: t`Waiting`, tone: 'wait' },
  sent: { label: t`Sent`, tone: 'good' },
  given_up: { label: t`Given up`, tone: 'bad' },
};

export function MailsTab() {
  const id = Number(route.useParams().id);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  const mails = useListOf<SentMail>('/mails', id, search);
  return (
    <>
      <Filters>
        <SearchField
          label={texts.searchMails}
          value={search.search ?? ''}
          onChange={(text) => change({ search: text })}
        />
      </Filters>
      <DataTable
        label={texts.tabs.mails}
        query={mails}
        rows={mails.data?.data}
        rowKey={(mail) => mail.id}
        columns={[
          { key: 'subject', title: texts.subject, render: ({ subject }) => subject ?? texts.noSubject },
          { key: 'recipient', title: texts.recipient, card: 'line', render: ({ recipient }) => recipient },
          {
            key: 'status',
            title: texts.status,
            width: 130,
            card: 'beside',
            render: ({ status }) => <Status tone={STATUSES[status].tone}>{STATUSES[status].label}</Status>,
          },
          {
            key: 'sent',
            title: texts.sent,
            width: 150,
            align: 'end',
            render: ({ ended_at, created_at }) => <Moment at={ended_at ?? created_at} />,
          },
        ]}
        pager={{ meta: mails.data?.meta, onPage: (page) => change({ page }) }}
        empty={<EmptyState icon={IconMail} text={texts.noMails} />}
        noMatch={isFiltered(search) && texts.noMailMatch}
      />
    </>
  );
}

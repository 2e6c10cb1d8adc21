import { Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconMail, IconSend } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { AccountSelect } from '#operator/account-select.tsx';
import { BulkActions } from '#operator/bulk-actions.tsx';
import { CsvButton } from '#operator/csv-button.tsx';
import { OperatorCode } from '#operator/operator-code.tsx';
import { useSelection } from '#operator/selection.ts';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { ListFilters } from '#parts/filters.tsx';
import { changeSearch, isFiltered } from '#parts/list-search.ts';
import { Moment } from '#parts/moment.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { Status } from '#parts/status.tsx';
import { OperationsSections } from '../sections.tsx';
import { KINDS } from './kinds.ts';
import { MailDrawer } from './mail-drawer.tsx';
import { type SentMail, toFilters, useMails, useResend } from './queries.ts';
import { STATUSES, texts } from './texts.ts';

const route = getRouteApi('/operator/operations/mails');

export function MailsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  const open = (mail: string | undefined) =>
    void navigate({ search: (before) => changeSearch(before, { mail, page: before.page }) });
  const mails = useMails(search);
  const resend = useResend();
  const chosen = useSelection(mails.data?.data);
  const send = ({ id, recipient }: Pick<SentMail, 'id' | 'recipient'>) =>
    resend.mutate(id, { onSuccess: () => notifications.show({ message: texts.resent(recipient) }) });
  return (
    <>
      <PageTitle title={texts.title} count={mails.data?.meta.total ?? null} description={texts.description}>
        <OperatorCode call={() => ({ path: '/mails', query: toFilters(search) })} />
        <CsvButton path="/mails" filters={toFilters(search)} />
      </PageTitle>
      <OperationsSections />
      <ListFilters
        words={{ search: texts.search, status: texts.anyStatus }}
        statuses={STATUSES}
        value={search}
        onChange={change}
      >
        <BulkActions
          items={chosen.rows.map(({ id, recipient, kind }) => ({ id, name: `${KINDS[kind]}: ${recipient}` }))}
          actions={[{ label: texts.resend, path: '/mails/resend' }]}
          touches={['mails', 'failures']}
          onDone={chosen.clear}
        />
        <AccountSelect label={texts.account} value={search.account} onChange={(account) => change({ account })} />
      </ListFilters>
      <DataTable
        label={texts.title}
        query={mails}
        rows={mails.data?.data}
        rowKey={({ id }) => id}
        rowName={({ recipient, kind }) => `${KINDS[kind]} ${recipient}`}
        onOpen={({ id }) => open(String(id))}
        columns={[
          { key: 'recipient', title: texts.recipient, width: '19%', render: ({ recipient }) => recipient },
          { key: 'subject', title: texts.subject, card: 'line', render: ({ subject, kind }) => subject ?? KINDS[kind] },
          {
            key: 'cause',
            title: texts.cause,
            width: '15%',
            from: 'lg',
            card: 'none',
            render: ({ kind }) => KINDS[kind],
          },
          {
            key: 'response',
            title: texts.response,
            width: '9%',
            from: 'lg',
            card: 'none',
            render: ({ response }) => response,
          },
          {
            key: 'status',
            title: texts.status,
            width: 124,
            card: 'beside',
            render: ({ status }) => <Status tone={STATUSES[status].tone}>{STATUSES[status].label}</Status>,
          },
          {
            key: 'at',
            title: texts.at,
            sortBy: 'created_at',
            width: 116,
            card: 'line',
            render: (mail) => <Moment at={mail.created_at} />,
          },
        ]}
        selection={chosen.selection}
        rowMenu={(mail) => (
          <Menu.Item leftSection={<IconSend size={16} />} disabled={!mail.resendable} onClick={() => send(mail)}>
            {texts.resend}
          </Menu.Item>
        )}
        sorting={{ value: search, onChange: change }}
        pager={{ meta: mails.data?.meta, onPage: (page) => change({ page }) }}
        empty={<EmptyState icon={IconMail} text={texts.empty} />}
        noMatch={isFiltered(toFilters(search)) && texts.nothingFound}
      />
      <MailDrawer id={search.mail} sending={resend.isPending} onResend={send} onClose={() => open(undefined)} />
    </>
  );
}

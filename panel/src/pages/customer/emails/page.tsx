import type { Mailbox } from '@hostler/sdk';
import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTellDone } from '../../../api/tell-done.ts';
import type { Column } from '../../../parts/data-table/columns.ts';
import { DataTable } from '../../../parts/data-table/data-table.tsx';
import { useOpenedRow } from '../../../parts/data-table/opened-row.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { FilterSelect, ListFilters } from '../../../parts/filters.tsx';
import { changeSearch, isFiltered } from '../../../parts/list-search.ts';
import { Moment } from '../../../parts/moment.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { Status } from '../../../parts/status.tsx';
import { OpenAddDomain } from '../../../resources/domains/open-add-domain.tsx';
import { useMay } from '../../../session/place-context.tsx';
import { CreateMailbox } from './create-mailbox.tsx';
import { EmailTabs } from './email-tabs.tsx';
import { afterPassword, type Doing, MailboxDialogs } from './mailbox-dialogs.tsx';
import { MailboxDrawer } from './mailbox-drawer.tsx';
import { MailboxMenu } from './mailbox-menu.tsx';
import { useAllMailDomains, useDomainChoice, useMailboxes } from './queries.ts';
import { QuotaBar } from './quota-bar.tsx';
import { STATUSES, texts } from './texts.ts';

const COLUMNS: readonly Column<Mailbox>[] = [
  {
    key: 'address',
    title: texts.address,
    sortBy: 'address',
    render: ({ address }) => <span title={address}>{address}</span>,
  },
  {
    key: 'status',
    title: texts.status,
    sortBy: 'status',
    width: 120,
    card: 'beside',
    render: ({ status }) => <Status tone={STATUSES[status].tone}>{STATUSES[status].label}</Status>,
  },
  { key: 'used', title: texts.used, width: 215, render: (mailbox) => <QuotaBar {...mailbox} /> },
  {
    key: 'also',
    title: texts.also,
    width: 180,
    from: 'lg',
    card: 'none',
    render: ({ aliases, forward_to }) => texts.count(aliases.length, forward_to.length),
  },
  {
    key: 'made',
    title: texts.made,
    sortBy: 'created_at',
    width: 130,
    align: 'end',
    from: 'md',
    card: 'none',
    render: ({ created_at }) => <Moment at={created_at} />,
  },
];

const route = getRouteApi('/frame/emails');

export function MailboxesPage() {
  const { new: isNew = false, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const tellDone = useTellDone();
  const mailboxes = useMailboxes(filters);
  const domains = useAllMailDomains().data?.data ?? [];
  const [doing, setDoing] = useState<Doing | null>(null);
  const change = (next: Partial<typeof filters>) => void navigate({ search: (before) => changeSearch(before, next) });
  const open = (isOpen: boolean) => void navigate({ search: isOpen ? { ...filters, new: true } : filters });
  const filtered = isFiltered(filters);
  const rows = mailboxes.data?.data;
  const [opened, setOpened] = useOpenedRow(rows);
  const createButton = may('emails.write') && <Button onClick={() => open(true)}>{texts.create}</Button>;

  return (
    <>
      <PageTitle title={texts.title} count={mailboxes.data?.meta.total ?? null}>
        {(rows?.length !== 0 || filtered) && createButton}
      </PageTitle>
      <EmailTabs />
      <ListFilters words={texts} statuses={STATUSES} value={filters} onChange={change}>
        {domains.length > 1 && (
          <FilterSelect
            label={texts.domain}
            value={filters.domain}
            options={domains.map(({ domain_id, domain }) => ({ value: String(domain_id), label: domain }))}
            onChange={(domain) => change({ domain })}
          />
        )}
      </ListFilters>
      <DataTable
        label={texts.mailboxes}
        query={mailboxes}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ address }) => address}
        onOpen={setOpened}
        columns={COLUMNS}
        {...(may('emails.write') && {
          rowMenu: (mailbox: Mailbox) => <MailboxMenu mailbox={mailbox} onChoose={setDoing} />,
        })}
        sorting={{ value: filters, onChange: change }}
        pager={{ meta: mailboxes.data?.meta, onPage: (page) => change({ page }) }}
        empty={<NoMailboxes createButton={createButton} />}
        noMatch={filtered && texts.noMatch}
      />
      <MailboxDrawer
        mailbox={opened}
        onClose={() => setOpened(null)}
        onEdit={(mailbox) => setDoing({ what: 'edit', mailbox })}
        onPassword={(mailbox) => setDoing({ what: 'password', mailbox })}
      />
      {may('emails.write') && (
        <CreateMailbox
          opened={isNew}
          domain={domains.find(({ domain_id }) => String(domain_id) === filters.domain)?.domain ?? null}
          onClose={() => open(false)}
          onCreated={(mailbox) => {
            open(false);
            if (mailbox.password === null) tellDone(texts.created(mailbox.address));
            setDoing(afterPassword(mailbox));
          }}
        />
      )}
      <MailboxDialogs doing={doing} onChange={setDoing} />
    </>
  );
}

/** Empty state: offers to add a domain if the account has none. */
function NoMailboxes({ createButton }: { createButton: ReactNode }) {
  const { data } = useDomainChoice('');
  if (data?.meta.total === 0) {
    return (
      <EmptyState icon={IconMail} text={texts.noDomain}>
        <OpenAddDomain />
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={IconMail}
      text={texts.empty}
      call={{ operation: 'emails.create', input: { address: 'jo@example.com' } }}
    >
      {createButton}
    </EmptyState>
  );
}

import type { MailDomain } from '@hostler/sdk';
import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Column } from '../../../parts/data-table/columns.ts';
import { DataTable } from '../../../parts/data-table/data-table.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ListFilters } from '../../../parts/filters.tsx';
import { changeSearch, isFiltered } from '../../../parts/list-search.ts';
import { Moment } from '../../../parts/moment.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { useMay } from '../../../session/place-context.tsx';
import { EmailTabs } from './email-tabs.tsx';
import { MailDomainStatus } from './mail-domain-status.tsx';
import { useMailDomains } from './queries.ts';
import { DOMAIN_STATUSES, texts } from './texts.ts';

const COLUMNS: readonly Column<MailDomain>[] = [
  { key: 'name', title: texts.domain, render: ({ domain }) => <span title={domain}>{domain}</span> },
  {
    key: 'status',
    title: texts.status,
    width: 180,
    card: 'beside',
    render: (domain) => <MailDomainStatus {...domain} />,
  },
  {
    key: 'records',
    title: texts.records,
    width: 150,
    render: ({ records }) =>
      texts.recordsOk(records.filter(({ status }) => status === 'present').length, records.length),
  },
  {
    key: 'mailboxes',
    title: texts.mailboxes,
    width: 120,
    align: 'end',
    render: ({ mailboxes }) => texts.countMailboxes(mailboxes),
  },
  {
    key: 'checked',
    title: texts.checked,
    width: 150,
    align: 'end',
    from: 'md',
    card: 'none',
    render: ({ checked_at }) => <Moment at={checked_at} never={texts.never} />,
  },
];

const route = getRouteApi('/frame/emails/domains');

/** Lists the domains with e-mail and their setup status. */
export function MailDomainsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const domains = useMailDomains(search);
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  return (
    <>
      <PageTitle title={texts.title} count={domains.data?.meta.total ?? null} />
      <EmailTabs />
      <ListFilters
        words={{ search: texts.searchDomains, status: texts.status }}
        statuses={DOMAIN_STATUSES}
        value={search}
        onChange={change}
      />
      <DataTable
        label={texts.tabs.domains}
        query={domains}
        rows={domains.data?.data}
        rowKey={({ domain_id }) => domain_id}
        rowName={({ domain }) => domain}
        rowLink={({ domain_id }) => ({ to: '/emails/domains/$id', params: { id: String(domain_id) } })}
        columns={COLUMNS}
        pager={{ meta: domains.data?.meta, onPage: (page) => change({ page }) }}
        empty={
          <EmptyState icon={IconMail} text={texts.noDomains}>
            {may('emails.write') && (
              <Button renderRoot={(props) => <Link {...props} to="/emails" search={{ new: true }} />}>
                {texts.create}
              </Button>
            )}
          </EmptyState>
        }
        noMatch={isFiltered(search) && texts.noDomainMatches}
      />
    </>
  );
}

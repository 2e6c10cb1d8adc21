import { t } from '@lingui/core/macro';
import { IconWorld } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { OwnedDomain } from '#operator/generated/types.gen.ts';
import { customerColumn, ResourceList, statusColumn } from '#operator/resource-list.tsx';
import { Moment } from '#parts/moment.tsx';
import { DNS, DOMAIN_STATUSES } from './texts.ts';

const route = getRouteApi('/operator/domains');

export function DomainsPage() {
  const navigate = route.useNavigate();
  return (
    <ResourceList<OwnedDomain, ReturnType<typeof route.useSearch>>
      title={t`Domains`}
      path="/domains"
      resource="domains"
      search={route.useSearch()}
      onSearch={(search) => void navigate({ search })}
      searchLabel={t`Search by domain`}
      statuses={DOMAIN_STATUSES}
      rowName={({ domain }) => domain}
      columns={[
        { key: 'domain', title: t`Domain`, render: ({ domain }) => domain },
        customerColumn(),
        statusColumn(DOMAIN_STATUSES),
        { key: 'dns', title: 'DNS', width: 130, from: 'md', card: 'none', render: (row) => DNS[row.dns_status] },
        {
          key: 'mailboxes',
          title: t`Mailboxes`,
          width: 110,
          align: 'end',
          from: 'lg',
          card: 'none',
          render: ({ mailboxes }) => mailboxes,
        },
        {
          key: 'created',
          title: t`Created`,
          sortBy: 'created_at',
          width: 150,
          from: 'lg',
          card: 'none',
          render: ({ created_at }) => <Moment at={created_at} />,
        },
      ]}
      icon={IconWorld}
      empty={t`No customer has added a domain yet.`}
    />
  );
}

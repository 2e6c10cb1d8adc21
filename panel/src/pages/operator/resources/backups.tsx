import { t } from '@lingui/core/macro';
import { IconArchive } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { OwnedBackup } from '#operator/generated/types.gen.ts';
import { PathLink } from '#operator/path-link.tsx';
import { customerColumn, ResourceList, statusColumn } from '#operator/resource-list.tsx';
import { Bytes } from '#parts/bytes.tsx';
import { Moment } from '#parts/moment.tsx';
import { STATUSES } from '#resources/backups/texts.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/operator/backups');

export function BackupsPage() {
  const navigate = route.useNavigate();
  return (
    <ResourceList<OwnedBackup, ReturnType<typeof route.useSearch>>
      title={t`Backups`}
      path="/backups"
      resource="backups"
      search={route.useSearch()}
      onSearch={(search) => void navigate({ search })}
      searchLabel={t`Search by name`}
      statuses={STATUSES}
      rowName={({ name }) => name}
      columns={[
        { key: 'name', title: t`Name`, render: ({ name }) => name },
        customerColumn(),
        statusColumn(STATUSES),
        {
          key: 'resource',
          title: t`Source`,
          from: 'md',
          card: 'none',
          render: ({ resource, resource_name: name }) => {
            if (name === null) return texts.deleted;
            if (resource.type !== 'hosting') return texts.database(name);
            return (
              <PathLink inherit href={`/operator/servers/${resource.id}`}>
                {name}
              </PathLink>
            );
          },
        },
        {
          key: 'size',
          title: t`Size`,
          width: 110,
          align: 'end',
          from: 'md',
          card: 'none',
          render: ({ size_bytes }) => <Bytes value={size_bytes} />,
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
      icon={IconArchive}
      empty={t`There are no backups yet. Customers create them, or a schedule does.`}
    />
  );
}

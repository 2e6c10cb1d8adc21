import type { Application } from '@hostler/sdk';
import { Group, Menu } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Column } from '../../parts/data-table/columns.ts';
import { DataTable, type TableQuery } from '../../parts/data-table/data-table.tsx';
import type { Sorting } from '../../parts/data-table/order.ts';
import type { PagerProps } from '../../parts/data-table/pager.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useMay } from '../../session/place-context.tsx';
import { ServerName } from '../servers/server-name.tsx';
import { ApplicationIcon } from './application-icon.tsx';
import { ApplicationLink } from './application-link.tsx';
import { ApplicationStatus } from './application-status.tsx';
import { useCatalog } from './queries.ts';
import { RemoveApplication } from './remove-application.tsx';
import { texts } from './texts.ts';

const COLUMNS: readonly Column<Application>[] = [
  { key: 'name', title: texts.name, sortBy: 'name', render: (application) => <Name {...application} /> },
  {
    key: 'status',
    title: texts.status,
    sortBy: 'status',
    width: 140,
    card: 'beside',
    render: (application) => <ApplicationStatus {...application} />,
  },
  { key: 'server', title: texts.server, width: '20%', render: ({ hosting_id }) => <ServerName id={hosting_id} /> },
  { key: 'version', title: texts.version, width: 110, from: 'lg', card: 'none', render: ({ version }) => version },
  {
    key: 'url',
    title: texts.address,
    width: '20%',
    from: 'md',
    card: 'none',
    render: (application) => <ApplicationLink {...application} />,
  },
  {
    key: 'installed',
    title: texts.installed,
    width: 120,
    align: 'end',
    from: 'lg',
    card: 'none',
    render: ({ installed_at }) => <Moment at={installed_at} />,
  },
];

interface InstalledTableProps {
  readonly query: TableQuery;
  readonly rows: readonly Application[] | undefined;
  readonly sorting: Sorting;
  readonly pager: PagerProps;
  readonly empty: ReactNode;
  readonly noMatch?: string | false;
  /** Hides the server column on the page of one server. */
  readonly ofOne?: boolean;
}

export function InstalledTable({ ofOne = false, ...table }: InstalledTableProps) {
  const may = useMay();
  const [removing, setRemoving] = useState<Application | null>(null);
  return (
    <>
      <DataTable
        {...table}
        label={texts.installedTitle}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        rowLink={({ id }) => ({ to: '/applications/installed/$id', params: { id: String(id) } })}
        columns={ofOne ? COLUMNS.filter(({ key }) => key !== 'server') : COLUMNS}
        {...(may('applications.write') && {
          rowMenu: (application: Application) => (
            <Menu.Item
              color="red"
              disabled={application.status === 'installing' || application.status === 'removing'}
              onClick={() => setRemoving(application)}
            >
              {texts.remove}
            </Menu.Item>
          ),
        })}
      />
      {removing && <RemoveApplication application={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

function Name({ slug, name }: Application) {
  const { data } = useCatalog();
  return (
    <Group gap={10} wrap="nowrap">
      <ApplicationIcon icon={data?.find((entry) => entry.slug === slug)?.icon} size="small" />
      <span title={name}>{name}</span>
    </Group>
  );
}

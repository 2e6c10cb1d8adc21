import type { Database, DatabaseWithPassword } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { Button, Menu, Text } from '@mantine/core';
import { IconDatabase } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { Bytes } from '../../../parts/bytes.tsx';
import { Copyable } from '../../../parts/copyable.tsx';
import type { Column } from '../../../parts/data-table/columns.ts';
import { DataTable } from '../../../parts/data-table/data-table.tsx';
import { useOpenedRow } from '../../../parts/data-table/opened-row.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ListFilters } from '../../../parts/filters.tsx';
import { changeSearch, isFiltered } from '../../../parts/list-search.ts';
import { Moment } from '../../../parts/moment.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { CreateBackup } from '../../../resources/backups/create-backup.tsx';
import { useMay } from '../../../session/place-context.tsx';
import { CreateDatabase } from './create-database.tsx';
import { DatabaseDrawer } from './database-drawer.tsx';
import { DatabaseStatus } from './database-status.tsx';
import { PasswordBox } from './password-box.tsx';
import { useDatabases } from './queries.ts';
import { RemoveDatabase } from './remove-database.tsx';
import { ResetPassword } from './reset-password.tsx';
import { ENGINES, STATUSES, texts } from './texts.ts';

const COLUMNS: readonly Column<Database>[] = [
  { key: 'name', title: texts.name, sortBy: 'name', render: ({ name }) => <span title={name}>{name}</span> },
  {
    key: 'status',
    title: texts.status,
    sortBy: 'status',
    width: 150,
    card: 'beside',
    render: (database) => <DatabaseStatus {...database} />,
  },
  {
    key: 'engine',
    title: texts.engine,
    width: 160,
    render: ({ engine, version }) => `${ENGINES[engine]} ${version ?? ''}`,
  },
  {
    key: 'host',
    title: texts.host,
    from: 'lg',
    card: 'none',
    render: ({ host, port }) => <Copyable value={`${host}:${port}`} what={t`host`} />,
  },
  {
    key: 'size',
    title: texts.size,
    sortBy: 'size_bytes',
    width: 170,
    align: 'end',
    render: (database) => <Size {...database} />,
  },
  {
    key: 'made',
    title: texts.made,
    sortBy: 'created_at',
    width: 140,
    align: 'end',
    from: 'md',
    card: 'none',
    render: ({ created_at }) => <Moment at={created_at} />,
  },
];

function Size({ size_bytes, access }: Database) {
  return (
    <span>
      {access !== 'full' && (
        <Text span inherit c="amber" fw={500}>
          {texts.accessMarks[access]}{' '}
        </Text>
      )}
      <Bytes value={size_bytes} />
    </span>
  );
}

const route = getRouteApi('/frame/databases');

type Doing =
  | { what: 'create' }
  | { what: 'back-up' | 'reset' | 'remove'; database: Database }
  | { what: 'made' | 'changed'; database: DatabaseWithPassword };

export function DatabasesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const databases = useDatabases(search);
  const [doing, setDoing] = useState<Doing | null>(null);
  const stop = () => setDoing(null);
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  const filtered = isFiltered(search);
  const rows = databases.data?.data;
  const [opened, setOpened] = useOpenedRow(rows);
  const createButton = may('databases.write') && (
    <Button onClick={() => setDoing({ what: 'create' })}>{texts.create}</Button>
  );
  return (
    <>
      <PageTitle title={texts.title} count={databases.data?.meta.total ?? null}>
        {(rows?.length !== 0 || filtered) && createButton}
      </PageTitle>
      <ListFilters words={texts} statuses={STATUSES} value={search} onChange={change} />
      <DataTable
        label={texts.title}
        query={databases}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        onOpen={setOpened}
        columns={COLUMNS}
        {...(may('databases.write') && {
          rowMenu: (database: Database) => (
            <>
              {may('backups.write') && (
                <Menu.Item
                  disabled={database.status !== 'active'}
                  onClick={() => setDoing({ what: 'back-up', database })}
                >
                  {texts.backUp}
                </Menu.Item>
              )}
              <Menu.Item disabled={database.status !== 'active'} onClick={() => setDoing({ what: 'reset', database })}>
                {texts.reset}
              </Menu.Item>
              <Menu.Item
                color="red"
                disabled={database.status === 'restoring'}
                onClick={() => setDoing({ what: 'remove', database })}
              >
                {texts.remove}
              </Menu.Item>
            </>
          ),
        })}
        sorting={{ value: search, onChange: change }}
        pager={{ meta: databases.data?.meta, onPage: (page) => change({ page }) }}
        empty={
          <EmptyState
            icon={IconDatabase}
            text={texts.empty}
            call={{ operation: 'databases.create', input: { name: 'shop', engine: 'postgresql' } }}
          >
            {createButton}
          </EmptyState>
        }
        noMatch={filtered && texts.noMatch}
      />
      <DatabaseDrawer
        database={opened}
        onClose={() => setOpened(null)}
        onBackUp={(database) => setDoing({ what: 'back-up', database })}
        onReset={(database) => setDoing({ what: 'reset', database })}
      />
      <CreateDatabase
        opened={doing?.what === 'create'}
        onClose={stop}
        onCreated={(database) => setDoing({ what: 'made', database })}
      />
      {doing?.what === 'back-up' && (
        <CreateBackup opened of={{ type: 'database', id: doing.database.id }} onClose={stop} />
      )}
      {doing?.what === 'reset' && (
        <ResetPassword
          database={doing.database}
          onClose={stop}
          onReset={(database) => setDoing({ what: 'changed', database })}
        />
      )}
      {doing?.what === 'remove' && <RemoveDatabase database={doing.database} onClose={stop} />}
      <PasswordBox
        database={doing?.what === 'made' || doing?.what === 'changed' ? doing.database : null}
        title={
          doing?.what === 'made'
            ? texts.madeTitle(doing.database.name)
            : doing?.what === 'changed'
              ? texts.resetDone(doing.database.name)
              : ''
        }
        onClose={stop}
      />
    </>
  );
}

import type { SshKey } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { Button, Menu } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { Copyable } from '#parts/copyable.tsx';
import type { Column } from '#parts/data-table/columns.ts';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { Filters, SearchField } from '#parts/filters.tsx';
import { changeSearch, isFiltered } from '#parts/list-search.ts';
import { Moment } from '#parts/moment.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { useSshKeyList } from '#resources/ssh-keys/queries.ts';
import { useMay } from '#session/place-context.tsx';
import { AddAccountKey } from './add-account-key.tsx';
import { RemoveAccountKey } from './remove-account-key.tsx';
import { RenameAccountKey } from './rename-account-key.tsx';
import { texts } from './texts.ts';

const COLUMNS: readonly Column<SshKey>[] = [
  { key: 'name', title: texts.name, sortBy: 'name', render: ({ name }) => <span title={name}>{name}</span> },
  { key: 'type', title: texts.type, width: 180, from: 'md', render: ({ type }) => type },
  {
    key: 'fingerprint',
    title: texts.fingerprint,
    render: ({ fingerprint }) => <Copyable value={fingerprint} what={t`fingerprint`} />,
  },
  {
    key: 'added',
    title: texts.added,
    sortBy: 'created_at',
    width: 140,
    render: ({ created_at }) => <Moment at={created_at} />,
  },
];

const EXAMPLE = { name: 'Laptop', public_key: 'ssh-ed25519 AAAA… you@example.com' };

const route = getRouteApi('/frame/account/ssh-keys');

type Doing = { what: 'add' } | { what: 'rename' | 'remove'; sshKey: SshKey };

export function SshKeysPage() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useMay()('hosting.write');
  const keys = useSshKeyList(filters);
  const [doing, setDoing] = useState<Doing | null>(null);
  const stop = () => setDoing(null);
  const change = (next: Partial<typeof filters>) => void navigate({ search: (before) => changeSearch(before, next) });
  const filtered = isFiltered(filters);
  const rows = keys.data?.data;
  const addButton = mayWrite && <Button onClick={() => setDoing({ what: 'add' })}>{texts.add}</Button>;
  return (
    <>
      <PageTitle title={texts.title} count={keys.data?.meta.total ?? null} description={texts.description}>
        {(rows?.length !== 0 || filtered) && addButton}
      </PageTitle>
      <Filters>
        <SearchField label={texts.search} value={filters.search ?? ''} onChange={(search) => change({ search })} />
      </Filters>
      <DataTable
        label={texts.title}
        query={keys}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        columns={COLUMNS}
        {...(mayWrite && {
          rowMenu: (sshKey: SshKey) => (
            <>
              <Menu.Item onClick={() => setDoing({ what: 'rename', sshKey })}>{texts.rename}</Menu.Item>
              <Menu.Item color="red" onClick={() => setDoing({ what: 'remove', sshKey })}>
                {texts.remove}
              </Menu.Item>
            </>
          ),
        })}
        sorting={{ value: filters, onChange: change }}
        pager={{ meta: keys.data?.meta, onPage: (page) => change({ page }) }}
        empty={
          <EmptyState icon={IconKey} text={texts.empty} call={{ operation: 'sshKeys.create', input: EXAMPLE }}>
            {addButton}
          </EmptyState>
        }
        noMatch={filtered && texts.noMatch}
      />
      {doing?.what === 'add' && <AddAccountKey onClose={stop} />}
      {doing?.what === 'rename' && <RenameAccountKey sshKey={doing.sshKey} onClose={stop} />}
      {doing?.what === 'remove' && <RemoveAccountKey sshKey={doing.sshKey} onClose={stop} />}
    </>
  );
}

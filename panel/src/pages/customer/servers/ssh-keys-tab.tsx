import { t } from '@lingui/core/macro';
import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { Copyable } from '../../../parts/copyable.tsx';
import type { Column } from '../../../parts/data-table/columns.ts';
import { DataTable } from '../../../parts/data-table/data-table.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { SectionTitle } from '../../../parts/section-title.tsx';
import { useSshKeys } from '../../../resources/servers/queries.ts';
import { texts } from '../../../resources/servers/texts.ts';
import { useMay } from '../../../session/place-context.tsx';
import { AddSshKey } from './add-ssh-key.tsx';
import { RemoveSshKey } from './remove-ssh-key.tsx';
import { fingerprintOf, readSshKey, type SshKey } from './ssh-key.ts';

const route = getRouteApi('/frame/servers/$id/ssh-keys');

const COLUMNS: readonly Column<SshKey>[] = [
  { key: 'comment', title: texts.key, render: ({ comment }) => comment || texts.noComment },
  { key: 'type', title: texts.keyType, width: 200, from: 'md', render: ({ type }) => type },
  { key: 'fingerprint', title: texts.fingerprint, render: (key) => <Fingerprint sshKey={key} /> },
];

export function SshKeysTab() {
  const id = Number(route.useParams().id);
  const may = useMay();
  const keys = useSshKeys(id);
  const rows = useMemo(() => keys.data?.ssh_keys.map(readSshKey), [keys.data]);
  const [adding, add] = useDisclosure(false);
  const [removing, setRemoving] = useState<SshKey | null>(null);
  const mayWrite = may('hosting.write');
  const addButton = mayWrite && <Button onClick={add.open}>{texts.addKey}</Button>;
  return (
    <>
      <SectionTitle title={texts.keys} description={texts.keysText}>
        {rows?.length !== 0 && addButton}
      </SectionTitle>
      <DataTable
        label={texts.keys}
        query={keys}
        rows={rows}
        rowKey={({ line }) => line}
        rowName={({ comment, type }) => comment || type}
        columns={COLUMNS}
        {...(mayWrite && {
          rowMenu: (key: SshKey) => (
            <Menu.Item color="red" onClick={() => setRemoving(key)}>
              {texts.removeKey}
            </Menu.Item>
          ),
        })}
        empty={
          <EmptyState
            icon={IconKey}
            text={texts.noKeys}
            call={{ operation: 'hosting.access', input: { id, ssh_keys: ['ssh-ed25519 AAAA… you@example.com'] } }}
          >
            {addButton}
          </EmptyState>
        }
      />
      <AddSshKey id={id} opened={adding} onClose={add.close} />
      <RemoveSshKey id={id} sshKey={removing} count={rows?.length ?? 0} onClose={() => setRemoving(null)} />
    </>
  );
}

function Fingerprint({ sshKey }: { sshKey: SshKey }) {
  const { data } = useQuery({
    queryKey: ['fingerprint', sshKey.line],
    queryFn: () => fingerprintOf(sshKey),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ? <Copyable value={data} what={t`fingerprint`} /> : null;
}

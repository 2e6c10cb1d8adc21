import type { Backup } from '@hostler/sdk';
import { Menu } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Bytes } from '../../parts/bytes.tsx';
import type { Column } from '../../parts/data-table/columns.ts';
import { DataTable, type TableQuery } from '../../parts/data-table/data-table.tsx';
import { useOpenedRow } from '../../parts/data-table/opened-row.ts';
import type { Sorting } from '../../parts/data-table/order.ts';
import type { PagerProps } from '../../parts/data-table/pager.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useMay } from '../../session/place-context.tsx';
import { BackupDrawer } from './backup-drawer.tsx';
import { BackupStatus } from './backup-status.tsx';
import { CopyBackup } from './copy-backup.tsx';
import { RemoveBackup } from './remove-backup.tsx';
import { ResourceName } from './resource-name.tsx';
import { RestoreBackup } from './restore-backup.tsx';
import { texts } from './texts.ts';
import { VerifiedMark } from './verified-mark.tsx';
import { VerifyBackup } from './verify-backup.tsx';

const OF: Column<Backup> = {
  key: 'of',
  title: texts.of,
  width: '20%',
  render: ({ resource }) => <ResourceName resource={resource} />,
};
const COLUMNS: readonly Column<Backup>[] = [
  { key: 'name', title: texts.name, sortBy: 'name', render: ({ name }) => <span title={name}>{name}</span> },
  OF,
  {
    key: 'status',
    title: texts.status,
    sortBy: 'status',
    width: 140,
    card: 'beside',
    render: (backup) => <BackupStatus {...backup} />,
  },
  {
    key: 'verified',
    title: texts.readBack,
    width: 140,
    from: 'lg',
    card: 'none',
    render: ({ verified_at }) => <VerifiedMark at={verified_at} how={texts.readBackHint} />,
  },
  {
    key: 'size',
    title: texts.size,
    sortBy: 'size_bytes',
    width: 90,
    align: 'end',
    render: ({ size_bytes }) => <Bytes value={size_bytes} />,
  },
  {
    key: 'age',
    title: texts.age,
    sortBy: 'created_at',
    width: 125,
    align: 'end',
    render: ({ created_at }) => <Moment at={created_at} />,
  },
];
const COLUMNS_OF_ONE = COLUMNS.filter((column) => column !== OF);

interface BackupTableProps {
  readonly query: TableQuery;
  readonly rows: readonly Backup[] | undefined;
  readonly sorting: Sorting;
  readonly pager: PagerProps;
  readonly empty: ReactNode;
  readonly noMatch?: string | false;
  /** Hides the source column. Set it for backups of one source. */
  readonly ofOne?: boolean;
}

/** Lists backups with their actions: show, restore, remove. */
export function BackupTable({ ofOne = false, rows, ...table }: BackupTableProps) {
  const may = useMay();
  const [opened, setOpened] = useOpenedRow(rows);
  const [restoring, setRestoring] = useState<Backup | null>(null);
  const [removing, setRemoving] = useState<Backup | null>(null);
  const [copying, setCopying] = useState<Backup | null>(null);
  const [verifying, setVerifying] = useState<Backup | null>(null);
  return (
    <>
      <DataTable
        label={texts.title}
        rows={rows}
        {...table}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        onOpen={setOpened}
        columns={ofOne ? COLUMNS_OF_ONE : COLUMNS}
        {...(may('backups.write') && {
          rowMenu: (backup: Backup) => (
            <>
              <Menu.Item disabled={backup.status !== 'completed'} onClick={() => setRestoring(backup)}>
                {texts.restore}
              </Menu.Item>
              {backup.resource.type === 'hosting' && may('billing.write') && (
                <Menu.Item disabled={backup.status !== 'completed'} onClick={() => setCopying(backup)}>
                  {texts.toNewServer}
                </Menu.Item>
              )}
              <Menu.Item disabled={backup.status !== 'completed'} onClick={() => setVerifying(backup)}>
                {texts.verify}
              </Menu.Item>
              <Menu.Item
                color="red"
                disabled={backup.status !== 'completed' && backup.status !== 'failed'}
                onClick={() => setRemoving(backup)}
              >
                {texts.remove}
              </Menu.Item>
            </>
          ),
        })}
      />
      <BackupDrawer
        backup={opened}
        onClose={() => setOpened(null)}
        onRestore={setRestoring}
        onCopy={setCopying}
        onVerify={setVerifying}
      />
      {restoring && <RestoreBackup backup={restoring} onClose={() => setRestoring(null)} />}
      {verifying && <VerifyBackup backup={verifying} onClose={() => setVerifying(null)} />}
      {copying && <CopyBackup backup={copying} onClose={() => setCopying(null)} />}
      {removing && <RemoveBackup backup={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

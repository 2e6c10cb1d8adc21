import type { Snapshot } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { Button, Menu } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { Bytes } from '#parts/bytes.tsx';
import type { Column } from '#parts/data-table/columns.ts';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { changeSearch } from '#parts/list-search.ts';
import { Moment } from '#parts/moment.tsx';
import { SectionTitle } from '#parts/section-title.tsx';
import { Status } from '#parts/status.tsx';
import { OrderCopy } from '#resources/servers/order-copy.tsx';
import { useServer } from '#resources/servers/queries.ts';
import { useSnapshots } from '#resources/snapshots/queries.ts';
import { STATUSES, texts } from '#resources/snapshots/texts.ts';
import { useMay } from '#session/place-context.tsx';
import { RemoveSnapshot, RestoreSnapshot } from './confirm-snapshot.tsx';
import { CreateSnapshot } from './create-snapshot.tsx';

const route = getRouteApi('/frame/servers/$id/snapshots');

const COLUMNS: readonly Column<Snapshot>[] = [
  { key: 'name', title: texts.name, sortBy: 'name', render: ({ name }) => <span title={name}>{name}</span> },
  {
    key: 'status',
    title: texts.status,
    sortBy: 'status',
    width: 170,
    card: 'beside',
    render: (snapshot) => <SnapshotStatus {...snapshot} />,
  },
  {
    key: 'size',
    title: texts.size,
    width: 100,
    align: 'end',
    render: ({ size_bytes }) => <Bytes value={size_bytes} />,
  },
  {
    key: 'age',
    title: texts.age,
    sortBy: 'created_at',
    width: 140,
    align: 'end',
    render: ({ created_at }) => <Moment at={created_at} />,
  },
];

type Dialog = { readonly kind: 'create' } | { readonly kind: 'restore' | 'remove' | 'order'; readonly of: Snapshot };

export function SnapshotsTab() {
  const id = Number(route.useParams().id);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const { data: server } = useServer(id);
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  const snapshots = useSnapshots(id, search);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const mayWrite = may('hosting.write');
  const createButton = mayWrite && <Button onClick={() => setDialog({ kind: 'create' })}>{texts.create}</Button>;
  return (
    <>
      <SectionTitle title={texts.title} description={texts.description}>
        {snapshots.data?.data.length !== 0 && createButton}
      </SectionTitle>
      <DataTable
        label={texts.title}
        query={snapshots}
        rows={snapshots.data?.data}
        rowKey={(snapshot) => snapshot.id}
        rowName={({ name }) => name}
        columns={COLUMNS}
        sorting={{ value: search, onChange: change }}
        pager={{
          meta: snapshots.data?.meta,
          onPage: (page) => change({ page }),
        }}
        {...(mayWrite && {
          rowMenu: (of: Snapshot) => (
            <>
              <Menu.Item disabled={of.status !== 'available'} onClick={() => setDialog({ kind: 'restore', of })}>
                {texts.restore}
              </Menu.Item>
              {may('billing.write') && (
                <Menu.Item disabled={of.status !== 'available'} onClick={() => setDialog({ kind: 'order', of })}>
                  {texts.order}
                </Menu.Item>
              )}
              <Menu.Item
                color="red"
                disabled={of.status !== 'available' && of.status !== 'failed'}
                onClick={() => setDialog({ kind: 'remove', of })}
              >
                {texts.remove}
              </Menu.Item>
            </>
          ),
        })}
        empty={
          <EmptyState
            icon={IconCamera}
            text={texts.empty}
            call={{ operation: 'hosting.snapshots.create', input: { id, name: t`Before the upgrade` } }}
          >
            {createButton}
          </EmptyState>
        }
      />
      {dialog?.kind === 'create' && <CreateSnapshot id={id} onClose={close} />}
      {dialog?.kind === 'restore' && server && (
        <RestoreSnapshot snapshot={dialog.of} hostname={server.hostname} onClose={close} />
      )}
      {dialog?.kind === 'remove' && <RemoveSnapshot snapshot={dialog.of} onClose={close} />}
      {dialog?.kind === 'order' && server && (
        <OrderCopy
          title={texts.orderTitle(dialog.of.name)}
          source={{ snapshot_id: dialog.of.id }}
          diskGb={server.disk_gb}
          onClose={close}
        />
      )}
    </>
  );
}

function SnapshotStatus({ status, error }: Snapshot) {
  const { label, tone, busy = false } = STATUSES[status];
  return (
    <span title={error ?? undefined}>
      <Status tone={tone} busy={busy}>
        {label}
      </Status>
    </span>
  );
}

import { Anchor, Button, Menu, Skeleton } from '@mantine/core';
import { IconNetwork } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Figure, Figures } from '#operator/figure.tsx';
import type { AddressPool, PoolAddress } from '#operator/generated/types.gen.ts';
import { MACHINES, useHasRole } from '#operator/me.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { OperatorList } from '#operator/operator-list.tsx';
import { useOperatorQuery } from '#operator/queries.ts';
import { Failure } from '#parts/failure.tsx';
import { Moment } from '#parts/moment.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { SectionTitle } from '#parts/section-title.tsx';
import { Status } from '#parts/status.tsx';
import { HistoryDrawer } from '../history-drawer.tsx';
import { type PoolWork, PoolWorkDialog } from './pool-work.tsx';
import { formatCount, STATUSES, texts } from './texts.ts';

const route = getRouteApi('/operator/addresses/pools/$id');

export function PoolPage() {
  const id = Number(route.useParams().id);
  const pool = useOperatorQuery(['addresses', 'pool', id], (signal) =>
    operatorApi.get<AddressPool>('/addresses/pools/show', { id }, { signal }),
  );
  if (pool.error && !pool.data) {
    return <Failure error={pool.error} title={texts.notFound} onRetry={() => void pool.refetch()} />;
  }
  return pool.data ? <Pool pool={pool.data} /> : <Skeleton height={400} />;
}

function Pool({ pool }: { pool: AddressPool }) {
  const mayChange = useHasRole()(MACHINES);
  const [work, setWork] = useState<PoolWork | null>(null);
  return (
    <>
      <Anchor component={Link} to="/operator/addresses/pools" size="sm">
        {texts.title}
      </Anchor>
      <PageTitle
        title={pool.network}
        description={[
          `${texts.gateway} ${pool.gateway}`,
          `${texts.region} ${pool.region}`,
          pool.node ?? texts.allNodes,
        ].join(' · ')}
      >
        {mayChange && (
          <>
            <Button variant="default" onClick={() => setWork({ kind: 'remove', pool })}>
              {texts.remove}
            </Button>
            <Button onClick={() => setWork({ kind: 'reserve', pool })}>{texts.reserve}</Button>
          </>
        )}
      </PageTitle>
      <Figures>
        <Figure name={texts.free} value={formatCount(pool.free)} />
        <Figure name={texts.used} value={formatCount(pool.assigned)} />
        <Figure name={texts.reserved} value={formatCount(pool.reserved)} />
        <Figure name={texts.resting} value={formatCount(pool.resting)} />
      </Figures>
      <PoolAddresses
        pool={pool}
        onRelease={mayChange ? (address) => setWork({ kind: 'release', address }) : undefined}
      />
      {work && <PoolWorkDialog work={work} onClose={() => setWork(null)} />}
    </>
  );
}

interface PoolAddressesProps {
  readonly pool: AddressPool;
  /** Undefined if the role may not end reservations. */
  readonly onRelease: ((address: string) => void) | undefined;
}

function PoolAddresses({ pool, onRelease }: PoolAddressesProps) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [shown, setShown] = useState<string | null>(null);
  return (
    <>
      <SectionTitle title={texts.addresses} description={texts.addressesText} />
      <OperatorList<PoolAddress, typeof search>
        title={texts.addresses}
        titled={false}
        path="/addresses/pools/addresses"
        resource="addresses"
        search={search}
        fixed={{ pool: pool.id }}
        onSearch={(next) => void navigate({ search: next })}
        searchLabel={texts.searchAddresses}
        statuses={STATUSES}
        rowName={({ address }) => address}
        onOpen={({ address }) => setShown(address)}
        columns={[
          { key: 'address', title: texts.address, render: ({ address }) => <code>{address}</code> },
          { key: 'server', title: texts.server, card: 'line', render: ({ hostname, note }) => hostname ?? note ?? '–' },
          {
            key: 'customer',
            title: texts.customer,
            from: 'lg',
            card: 'line',
            render: ({ account_name }) => account_name,
          },
          {
            key: 'until',
            title: texts.until,
            width: 140,
            from: 'md',
            card: 'none',
            render: ({ rests_until }) => <Rest until={rests_until} />,
          },
          {
            key: 'status',
            title: texts.status,
            width: 130,
            card: 'beside',
            render: ({ status }) => <Status tone={STATUSES[status].tone}>{STATUSES[status].label}</Status>,
          },
        ]}
        rowMenu={({ address, hosting_id, status }) => (
          <>
            <Menu.Item onClick={() => setShown(address)}>{texts.history}</Menu.Item>
            {hosting_id !== null && (
              <Menu.Item component={Link} to={`/operator/servers/${hosting_id}`}>
                {texts.openServer}
              </Menu.Item>
            )}
            {status === 'reserved' && onRelease && (
              <Menu.Item onClick={() => onRelease(address)}>{texts.release}</Menu.Item>
            )}
          </>
        )}
        icon={IconNetwork}
        empty={texts.noAddresses}
      />
      {shown !== null && <HistoryDrawer first={shown} opened onClose={() => setShown(null)} />}
    </>
  );
}

function Rest({ until }: { until: string | null }) {
  if (until !== null && Date.parse(until) <= Date.now()) return texts.freeAgain;
  return <Moment at={until} />;
}

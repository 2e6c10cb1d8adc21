import { Button, Progress } from '@mantine/core';
import { IconNetwork } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { AddressPool } from '#operator/generated/types.gen.ts';
import { MACHINES, useHasRole } from '#operator/me.ts';
import { OperatorList } from '#operator/operator-list.tsx';
import { AddressSections } from '../sections.tsx';
import { CreatePool } from './create-pool.tsx';
import { formatCount, texts } from './texts.ts';

const route = getRouteApi('/operator/addresses/pools');
/** From this share on the bar warns, and from this one the pool is nearly empty. */
const [HIGH, FULL] = [0.75, 0.9];

export function PoolsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useHasRole()(MACHINES);
  const [creating, setCreating] = useState(false);
  const count = (key: 'assigned' | 'reserved' | 'resting' | 'free', title: string) =>
    ({
      key,
      title,
      width: 110,
      align: 'end',
      from: key === 'free' ? undefined : 'md',
      card: key === 'free' ? 'beside' : 'none',
      render: (pool: AddressPool) => formatCount(pool[key]),
    }) as const;
  return (
    <>
      <OperatorList<AddressPool, typeof search>
        title={texts.title}
        description={texts.description}
        path="/addresses/pools"
        resource="addresses"
        search={search}
        onSearch={(next) => void navigate({ search: next })}
        searchLabel={texts.search}
        sections={<AddressSections />}
        rowName={({ network }) => network}
        rowLink={({ id }) => ({ to: '/operator/addresses/pools/$id', params: { id: String(id) } })}
        columns={[
          { key: 'network', title: texts.network, render: ({ network }) => <code>{network}</code> },
          { key: 'region', title: texts.region, width: 130, card: 'line', render: ({ region }) => region },
          {
            key: 'node',
            title: texts.node,
            width: 130,
            from: 'lg',
            card: 'line',
            render: ({ node }) => node ?? texts.allNodes,
          },
          { key: 'use', title: '', width: 120, from: 'md', card: 'none', render: (pool) => <Use pool={pool} /> },
          count('assigned', texts.used),
          count('reserved', texts.reserved),
          count('resting', texts.resting),
          count('free', texts.free),
        ]}
        icon={IconNetwork}
        empty={texts.empty}
      >
        {mayChange && <Button onClick={() => setCreating(true)}>{texts.create}</Button>}
      </OperatorList>
      {creating && <CreatePool onClose={() => setCreating(false)} />}
    </>
  );
}

function Use({ pool: { addresses, free } }: { pool: AddressPool }) {
  const share = addresses === 0 ? 1 : 1 - free / addresses;
  return (
    <Progress.Root size="sm">
      <Progress.Section
        value={100 * share}
        color={share >= FULL ? 'red' : share >= HIGH ? 'yellow' : 'teal'}
        aria-label={texts.share(addresses - free, addresses)}
      />
    </Progress.Root>
  );
}

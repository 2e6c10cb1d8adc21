import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { IconHistory, IconNetwork } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { AddressAssignment } from '#operator/generated/types.gen.ts';
import { customerColumn, ResourceList } from '#operator/resource-list.tsx';
import { Copyable } from '#parts/copyable.tsx';
import { Moment } from '#parts/moment.tsx';
import { HistoryDrawer } from './history-drawer.tsx';
import { AddressSections } from './sections.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/operator/addresses');

export function AddressesPage() {
  const { history, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const [opened, setOpened] = useState(history !== undefined);
  return (
    <>
      <ResourceList<AddressAssignment, typeof search>
        title={texts.title}
        description={texts.description}
        path="/addresses"
        resource="hosting"
        search={search}
        onSearch={(next) => void navigate({ search: next })}
        searchLabel={texts.search}
        sections={<AddressSections />}
        rowName={({ address }) => address}
        rowLink={({ hosting_id }) => ({ to: '/operator/servers/$id', params: { id: String(hosting_id) } })}
        columns={[
          {
            key: 'address',
            title: texts.address,
            render: ({ address }) => <Copyable value={address} what={t`address`} />,
          },
          { key: 'server', title: texts.server, card: 'line', render: ({ hostname }) => hostname },
          customerColumn({ linked: false }),
          {
            key: 'since',
            title: texts.since,
            width: 150,
            from: 'md',
            card: 'beside',
            render: ({ assigned_at }) => <Moment at={assigned_at} />,
          },
        ]}
        icon={IconNetwork}
        empty={texts.empty}
      >
        <Button leftSection={<IconHistory size={16} />} onClick={() => setOpened(true)}>
          {texts.lookUp}
        </Button>
      </ResourceList>
      <HistoryDrawer first={history ?? ''} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

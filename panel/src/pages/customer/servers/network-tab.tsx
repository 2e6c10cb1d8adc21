import { t } from '@lingui/core/macro';
import { Menu, Text } from '@mantine/core';
import { IconNetwork } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { Copyable } from '../../../parts/copyable.tsx';
import type { Column } from '../../../parts/data-table/columns.ts';
import { DataTable } from '../../../parts/data-table/data-table.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { SectionTitle } from '../../../parts/section-title.tsx';
import { type ServerAddress, useAddresses } from '../../../resources/servers/address-queries.ts';
import type { AddressToSetUp } from '../../../resources/servers/address-setup.ts';
import { addressTexts as texts } from '../../../resources/servers/address-texts.ts';
import { useMay } from '../../../session/place-context.tsx';
import { EditReverse } from './edit-reverse.tsx';
import { AddAddressButton, RemoveAddress } from './extra-address.tsx';
import { SetUpAddress } from './set-up-address.tsx';

const route = getRouteApi('/frame/servers/$id/network');

const COLUMNS: readonly Column<ServerAddress>[] = [
  { key: 'address', title: texts.address, render: ({ address }) => <Copyable value={address} what={t`address`} /> },
  { key: 'kind', title: texts.kind, width: 120, from: 'md', card: 'line', render: ({ kind }) => texts.kinds[kind] },
  { key: 'reverse', title: texts.reverse, card: 'named', render: ({ reverse }) => reverse ?? <NoReverse /> },
];

function NoReverse() {
  return (
    <Text span inherit c="dimmed">
      {texts.noReverse}
    </Text>
  );
}

export function NetworkTab() {
  const id = Number(route.useParams().id);
  const may = useMay();
  const addresses = useAddresses(id);
  const [editing, setEditing] = useState<ServerAddress | null>(null);
  const [removing, setRemoving] = useState<string | null>(null);
  const [settingUp, setSettingUp] = useState<AddressToSetUp | null>(null);
  return (
    <>
      <SectionTitle title={texts.title} description={texts.text}>
        {may('hosting.write') && may('billing.write') && <AddAddressButton id={id} />}
      </SectionTitle>
      <DataTable
        label={texts.title}
        query={addresses}
        rows={addresses.data}
        rowKey={({ address }) => address}
        rowName={({ address }) => address}
        columns={COLUMNS}
        {...(may('hosting.write') && {
          rowMenu: (row: ServerAddress) => {
            const { address, gateway } = row;
            return gateway === null ? null : (
              <>
                <Menu.Item onClick={() => setEditing(row)}>{texts.edit}</Menu.Item>
                {row.kind === 'extra' && (
                  <>
                    <Menu.Item onClick={() => setSettingUp({ address, gateway })}>{texts.setUp}</Menu.Item>
                    <Menu.Item color="red" onClick={() => setRemoving(address)}>
                      {texts.remove}
                    </Menu.Item>
                  </>
                )}
              </>
            );
          },
        })}
        empty={
          <EmptyState
            icon={IconNetwork}
            text={texts.none}
            call={{ operation: 'hosting.addresses.show', input: { id } }}
          />
        }
      />
      {removing && <RemoveAddress id={id} address={removing} onClose={() => setRemoving(null)} />}
      {settingUp && <SetUpAddress address={settingUp} onClose={() => setSettingUp(null)} />}
      {editing && <EditReverse id={id} address={editing} onClose={() => setEditing(null)} />}
    </>
  );
}

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { AccountLink } from '#operator/account-link.tsx';
import type { AddressAssignment } from '#operator/generated/types.gen.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { useOperatorQuery } from '#operator/queries.ts';
import { Drawer } from '#parts/dialog.tsx';
import { Facts } from '#parts/facts.tsx';
import { Failure } from '#parts/failure.tsx';
import { Moment } from '#parts/moment.tsx';
import { Surface } from '#parts/surface.tsx';

interface HistoryDrawerProps {
  /** Address that is looked up at first. */
  readonly first: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Shows which servers and customers had an address, also at a time in the past. */
export function HistoryDrawer({ first, opened, onClose }: HistoryDrawerProps) {
  const [asked, setAsked] = useState({ address: first, at: '' });
  const [typed, setTyped] = useState(asked);
  const found = useOperatorQuery(
    ['hosting', 'address-history', asked],
    (signal) =>
      operatorApi.list<AddressAssignment>(
        '/addresses/history',
        { id: asked.address, at: asked.at ? new Date(asked.at).toISOString() : undefined },
        { signal },
      ),
    { enabled: asked.address !== '' },
  );
  return (
    <Drawer opened={opened} onClose={onClose} title={t`Address history`} position="right" size="md">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setAsked({ ...typed, address: typed.address.trim() });
        }}
      >
        <Stack>
          <TextInput
            label={t`Address`}
            placeholder="192.0.2.10"
            required
            withAsterisk={false}
            data-autofocus
            value={typed.address}
            onChange={({ currentTarget }) => setTyped({ ...typed, address: currentTarget.value })}
          />
          <TextInput
            label={t`At this time`}
            description={t`Leave empty for the whole history.`}
            type="datetime-local"
            value={typed.at}
            onChange={({ currentTarget }) => setTyped({ ...typed, at: currentTarget.value })}
          />
          <Button type="submit" loading={found.isFetching}>
            <Trans>Look up</Trans>
          </Button>
        </Stack>
      </form>
      <Stack mt="md">
        {found.error ? <Failure error={found.error} title={t`The look-up failed`} /> : null}
        {found.data?.data.length === 0 && (
          <Text c="dimmed">
            {asked.at
              ? t`No server had this address at this time.`
              : t`No server had this address in the time that is kept.`}
          </Text>
        )}
        {found.data?.data.map((row) => (
          <Surface key={row.id} title={row.hostname}>
            <Facts
              facts={[
                [
                  t`Server`,
                  <Anchor key="server" component={Link} to={`/operator/servers/${row.hosting_id}`} inherit>
                    {row.hosting_id}
                  </Anchor>,
                ],
                [t`Customer`, <AccountLink key="customer" id={row.account_id} name={row.account_name} />],
                [t`From`, <Moment key="from" at={row.assigned_at} exact />],
                [t`Until`, row.released_at ? <Moment key="until" at={row.released_at} exact /> : t`now`],
              ]}
            />
          </Surface>
        ))}
      </Stack>
    </Drawer>
  );
}

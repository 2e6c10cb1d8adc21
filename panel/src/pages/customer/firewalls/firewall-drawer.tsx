import type { Firewall } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { Copyable } from '../../../parts/copyable.tsx';
import { Drawer } from '../../../parts/dialog.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { FirewallStatus } from '../../../resources/firewalls/firewall-status.tsx';
import { useFirewall } from '../../../resources/firewalls/queries.ts';
import { useServerName } from '../../../resources/servers/queries.ts';
import { ServerName } from '../../../resources/servers/server-name.tsx';
import { useMay } from '../../../session/place-context.tsx';
import { RuleList } from './rule-list.tsx';
import { texts } from './texts.ts';

interface Actions {
  readonly onEdit: (firewall: Firewall) => void;
  readonly onAttach: (firewall: Firewall) => void;
  readonly onDetach: (firewall: Firewall, hostingId: number) => void;
}

interface FirewallDrawerProps extends Actions {
  readonly id: number;
  readonly onClose: () => void;
}

/** Shows the rules and servers of one firewall; mounted only while open. */
export function FirewallDrawer({ id, onClose, ...actions }: FirewallDrawerProps) {
  const { data: firewall, error, isFetching, refetch } = useFirewall(id);
  return (
    <Drawer opened onClose={onClose} title={firewall?.name ?? texts.firewall} size="lg">
      {firewall ? (
        <Details firewall={firewall} {...actions} />
      ) : error ? (
        <Failure error={error} retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={320} />
      )}
    </Drawer>
  );
}

function Details({ firewall, onEdit, onAttach, onDetach }: Actions & { readonly firewall: Firewall }) {
  const mayWrite = useMay()('hosting.write');
  const { id, status, error, inbound, outbound, hosting_ids, updated_at } = firewall;
  return (
    <Stack gap="md">
      {status === 'failed' && (
        <Alert color="red" variant="light" title={texts.failed}>
          {texts.failedText(error)}
        </Alert>
      )}
      <Facts
        facts={[
          [texts.status, <FirewallStatus key="status" {...firewall} />],
          [texts.changed, <Moment key="changed" at={updated_at} />],
          [texts.id, <Copyable key="id" value={String(id)} what={t`id`} />],
        ]}
      />
      <RuleList title={texts.inbound} rules={inbound} none={texts.noInbound} />
      <RuleList title={texts.outbound} rules={outbound} none={texts.noOutbound} />
      <section aria-label={texts.servers}>
        <Text size="sm" fw={600}>
          {texts.servers}
        </Text>
        {hosting_ids.length === 0 && (
          <Text size="sm" c="dimmed">
            {texts.noServers}
          </Text>
        )}
        {hosting_ids.map((hostingId) => (
          <Group key={hostingId} justify="space-between" gap="sm" wrap="nowrap" mt={4}>
            <ServerName id={hostingId} />
            {mayWrite && <DetachButton hostingId={hostingId} onPress={() => onDetach(firewall, hostingId)} />}
          </Group>
        ))}
      </section>
      {mayWrite && (
        <Group gap="xs">
          <Button variant="default" onClick={() => onEdit(firewall)}>
            {texts.edit}
          </Button>
          <Button variant="default" onClick={() => onAttach(firewall)}>
            {texts.attachServers}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function DetachButton({ hostingId, onPress }: { hostingId: number; onPress: () => void }) {
  const { data } = useServerName(hostingId);
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      aria-label={texts.detachFrom(data?.hostname ?? `#${hostingId}`)}
      onClick={onPress}
    >
      {texts.detach}
    </Button>
  );
}

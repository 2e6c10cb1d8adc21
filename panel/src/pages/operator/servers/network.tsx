import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Table, Text } from '@mantine/core';
import type { HostingDetails } from '#operator/generated/types.gen.ts';
import { PathLink } from '#operator/path-link.tsx';
import { Copyable } from '#parts/copyable.tsx';
import { Facts } from '#parts/facts.tsx';
import { Moment } from '#parts/moment.tsx';
import { formatTraffic } from '#parts/numbers.ts';
import { Status } from '#parts/status.tsx';
import { Surface } from '#parts/surface.tsx';
import { texts } from './texts.ts';

/** Addresses, traffic and packet rules of a server. */
export function ServerNetwork({ server }: { server: HostingDetails }) {
  const { network, isolation_reason, throttled_mbps } = server;
  return (
    <Surface title={texts.network} actions={<State server={server} />}>
      <Facts
        facts={[
          [texts.offBecause, isolation_reason],
          [texts.firewalls, network.firewalls.map(nameFirewall).join(', ') || texts.noFirewall],
          [texts.smtp, network.smtp_blocked ? texts.smtpBlocked : texts.smtpAllowed],
          [texts.traffic, describeTraffic(server.traffic)],
          [texts.limited, throttled_mbps !== null && texts.limitedText(throttled_mbps)],
        ]}
      />
      <Addresses server={server} />
    </Surface>
  );
}

function State({ server: { isolation_reason, network, status } }: { server: HostingDetails }) {
  if (status === 'terminated') return null;
  if (!network.applied) {
    return (
      <Status tone="wait" busy>
        {texts.applying}
      </Status>
    );
  }
  const isOff = isolation_reason !== null;
  return <Status tone={isOff ? 'bad' : 'good'}>{isOff ? texts.networkOff : texts.networkOn}</Status>;
}

function nameFirewall({ name, status }: HostingDetails['network']['firewalls'][number]): string {
  return status === 'active' ? name : `${name} (${status})`;
}

function describeTraffic({ out_bytes, included_bytes }: HostingDetails['traffic']): string {
  const sent = t`${formatTraffic(out_bytes)} sent`;
  return included_bytes === null ? `${sent}, ${texts.unmetered}` : t`${sent} of ${formatTraffic(included_bytes)}`;
}

function Addresses({ server: { addresses } }: { server: HostingDetails }) {
  if (addresses.length === 0) return null;
  return (
    <Table aria-label={texts.addresses} mt="md">
      <Table.Tbody>
        {addresses.map(({ address, assigned_at, released_at }) => (
          <Table.Tr key={`${address} ${assigned_at}`}>
            <Table.Td>
              <Copyable value={address} what={t`address`} />
            </Table.Td>
            <Table.Td>
              <Text size="sm" c="dimmed">
                {released_at ? (
                  <Trans>
                    released <Moment at={released_at} />
                  </Trans>
                ) : (
                  <Trans>
                    assigned <Moment at={assigned_at} />
                  </Trans>
                )}
              </Text>
            </Table.Td>
            <Table.Td ta="end">
              <PathLink size="sm" href={`/operator/addresses?history=${encodeURIComponent(address)}`}>
                {texts.history}
              </PathLink>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

import type { Hosting } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { Anchor, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Copyable } from '../../../parts/copyable.tsx';
import { formatBytes } from '../../../parts/numbers.ts';
import { Summary } from '../../../parts/summary.tsx';
import { Surface } from '../../../parts/surface.tsx';
import { Renewal } from '../../../resources/billing/renewal.tsx';
import { imageName } from '../../../resources/servers/image-name.ts';
import { useSshKeys } from '../../../resources/servers/queries.ts';
import { ServerStatus } from '../../../resources/servers/server-status.tsx';
import { texts } from '../../../resources/servers/texts.ts';
import { useMay } from '../../../session/place-context.tsx';

/** Facts that people look for first: address, log-in line, plan, operating system, status and renewal. */
export function ServerSummary({ server }: { server: Hosting }) {
  const { vcpus, memory_mb, disk_gb, ipv4, ipv6, image, plan, status } = server;
  const may = useMay();
  const size = texts.sizeOf(vcpus, formatBytes(memory_mb * 1024 ** 2), formatBytes(disk_gb * 1024 ** 3));
  const addresses = [...ipv4, ...ipv6];
  const [address] = addresses;
  return (
    <Surface label={texts.tabs.overview}>
      <Summary
        facts={[
          [
            addresses.length > 1 ? texts.addresses : texts.address,
            addresses.length > 0
              ? addresses.map((each) => <Copyable key={each} value={each} what={t`address`} />)
              : texts.noAddress,
          ],
          [texts.ssh, address && status !== 'terminated' && <LogIn key="ssh" server={server} address={address} />],
          [texts.plan, <Plan key="plan" name={plan} size={size} />],
          [texts.image, imageName(image)],
          [texts.status, <ServerStatus key="status" {...server} />],
          [texts.renewal, may('billing.read') && <Renewal key="renewal" server={server} />],
        ]}
      />
    </Surface>
  );
}

function Plan({ name, size }: { name: string | null; size: string }) {
  if (name === null) return size;
  return (
    <>
      {name}
      <Text c="dimmed" size="sm">
        {size}
      </Text>
    </>
  );
}

/** Command to log in. Without an SSH key or a password nobody can, so the tab where keys are added is offered instead. */
function LogIn({ server: { id, login }, address }: { server: Hosting; address: string }) {
  const keys = useSshKeys(id);
  if (keys.isPending) return <Skeleton width={180} height={22} />;
  if (login === 'password' || keys.data?.ssh_keys.length !== 0) {
    return <Copyable value={`ssh root@${address}`} what={t`command`} />;
  }
  return (
    <Anchor inherit renderRoot={(props) => <Link {...props} to="/servers/$id/ssh-keys" params={{ id: String(id) }} />}>
      {texts.addKeyTitle}
    </Anchor>
  );
}

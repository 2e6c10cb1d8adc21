import type { Hosting } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Copyable } from '../../../parts/copyable.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { formatBytes } from '../../../parts/numbers.ts';
import { Surface } from '../../../parts/surface.tsx';
import { imageName } from '../../../resources/servers/image-name.ts';
import { useSshKeys } from '../../../resources/servers/queries.ts';
import { texts } from '../../../resources/servers/texts.ts';
import { toolTexts } from '../../../resources/servers/tool-texts.ts';
import classes from './server-facts.module.css';

export function ServerFacts({ server }: { server: Hosting }) {
  const { vcpus, memory_mb, disk_gb, ipv4, ipv6, image, plan, region, node, created_at } = server;
  const size = texts.sizeOf(vcpus, formatBytes(memory_mb * 1024 ** 2), formatBytes(disk_gb * 1024 ** 3));
  const address = ipv4[0] ?? ipv6[0];
  return (
    <Surface title={texts.facts}>
      <Facts
        facts={[
          [texts.ipv4, ipv4.length > 0 && <Addresses key="4" addresses={ipv4} />],
          [texts.ipv6, ipv6.length > 0 && <Addresses key="6" addresses={ipv6} />],
          [texts.ssh, address && <LogIn key="ssh" id={server.id} address={address} />],
          [texts.size, size],
          [texts.plan, plan],
          [texts.image, imageName(image)],
          [texts.region, region],
          [texts.node, node],
          [toolTexts.tags, server.tags.join(', ') || null],
          [toolTexts.note, server.note],
          [toolTexts.protection, server.protected && toolTexts.on],
          [texts.created, <Moment key="at" at={created_at} />],
        ]}
      />
    </Surface>
  );
}

/** Command to log in. Without an SSH key nobody can, so the tab where keys are added is offered instead. */
function LogIn({ id, address }: { id: number; address: string }) {
  const keys = useSshKeys(id);
  if (keys.data?.ssh_keys.length !== 0) return <Copyable value={`ssh root@${address}`} what={t`command`} />;
  return (
    <Anchor inherit renderRoot={(props) => <Link {...props} to="/servers/$id/ssh-keys" params={{ id: String(id) }} />}>
      {texts.addKeyTitle}
    </Anchor>
  );
}

function Addresses({ addresses }: { addresses: readonly string[] }) {
  return (
    <span className={classes.addresses}>
      {addresses.map((address) => (
        <Copyable key={address} value={address} what={t`address`} />
      ))}
    </span>
  );
}

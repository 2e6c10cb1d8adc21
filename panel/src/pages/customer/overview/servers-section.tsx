import type { Hosting } from '@hostler/sdk';
import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CpuCell } from '../../../resources/servers/load-cells.tsx';
import { ServerStatus } from '../../../resources/servers/server-status.tsx';
import { Lines } from './lines.tsx';
import classes from './overview.module.css';
import { useNewestServers } from './queries.ts';
import { Section } from './section.tsx';
import { texts } from './texts.ts';

const SHOWN = 6;

/** Returns running servers first, without terminated ones. */
function pickServers(servers: readonly Hosting[]): Hosting[] {
  const living = servers.filter(({ status }) => status !== 'terminated');
  const isRunning = ({ status }: Hosting) => status === 'running';
  return [...living.filter(isRunning), ...living.filter((server) => !isRunning(server))].slice(0, SHOWN);
}

export function ServersSection() {
  const servers = useNewestServers(true);
  const total = servers.data?.meta.total;
  return (
    <Section
      title={texts.servers}
      more={{ label: total === undefined ? texts.allServers : `${texts.allServers} (${total})`, to: '/servers' }}
    >
      <Lines
        query={servers}
        items={servers.data && pickServers(servers.data.data)}
        keyOf={({ id }) => id}
        linkOf={({ id }) => ({ to: '/servers/$id', params: { id: String(id) } })}
        empty={
          <>
            {texts.noServers}{' '}
            <Anchor component={Link} to="/order" inherit>
              {texts.orderServer}
            </Anchor>
          </>
        }
        render={(server) => (
          <>
            <span className={classes.name}>{server.label ?? server.hostname}</span>
            <Text span size="xs" c="dimmed" className={classes.address}>
              {server.ipv4[0] ?? server.ipv6[0]}
            </Text>
            <span className={classes.load}>
              <CpuCell server={server} />
            </span>
            <span className={classes.status}>
              <ServerStatus id={server.id} status={server.status} />
            </span>
          </>
        )}
      />
    </Section>
  );
}

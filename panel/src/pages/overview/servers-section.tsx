import { Anchor, Text } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { Status } from '../../parts/status.tsx';
import { Lines } from './lines.tsx';
import classes from './overview.module.css';
import { useNewestServers } from './queries.ts';
import { Section } from './section.tsx';
import { texts } from './texts.ts';

export function ServersSection() {
  const servers = useNewestServers(true);
  const total = servers.data?.meta.total;
  return (
    <Section
      title={texts.servers}
      more={{
        label: total === undefined ? texts.allServers : `${texts.allServers} (${total})`,
        to: '/servers' as LinkProps['to'],
      }}
    >
      <Lines
        query={servers}
        items={servers.data?.data}
        keyOf={({ id }) => id}
        linkOf={({ id }) => ({ to: `/servers/${id}` as LinkProps['to'] })}
        empty={
          <>
            {texts.noServers}{' '}
            <Anchor component={Link} to="/servers" inherit>
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
            <span className={classes.status}>
              <Status tone={server.status === 'running' ? 'good' : 'wait'}>{server.status}</Status>
            </span>
          </>
        )}
      />
    </Section>
  );
}

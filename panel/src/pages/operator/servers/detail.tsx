import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Grid, Skeleton, Stack, Text } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { AccountLink } from '#operator/account-link.tsx';
import type { HostingDetails } from '#operator/generated/types.gen.ts';
import { OperatorCode } from '#operator/operator-code.tsx';
import { StatusOf } from '#operator/resource-list.tsx';
import { Copyable } from '#parts/copyable.tsx';
import { Facts } from '#parts/facts.tsx';
import { Failure } from '#parts/failure.tsx';
import { Moment } from '#parts/moment.tsx';
import { Money } from '#parts/money.tsx';
import { formatBytes } from '#parts/numbers.ts';
import { PageTitle } from '#parts/page-title.tsx';
import { Status } from '#parts/status.tsx';
import { Surface } from '#parts/surface.tsx';
import { SUBSCRIPTION_STATUSES } from '#resources/billing/texts.ts';
import { PERIOD_NAMES } from '#resources/plans/texts.ts';
import { STATUSES } from '#resources/servers/texts.ts';
import { ServerBackups } from './backups.tsx';
import { ConsoleOutput } from './console-output.tsx';
import { ServerHistory } from './history.tsx';
import { ServerNetwork } from './network.tsx';
import { useServer } from './queries.ts';
import { texts } from './texts.ts';
import { WorkButtons } from './work-buttons.tsx';

const route = getRouteApi('/operator/servers/$id');

export function ServerPage() {
  const id = Number(route.useParams().id);
  const server = useServer(id);
  if (server.error && !server.data) {
    return <Failure error={server.error} title={texts.notFound} onRetry={() => void server.refetch()} />;
  }
  if (!server.data) return <Skeleton height={400} />;
  return <Server server={server.data} />;
}

function Server({ server }: { server: HostingDetails }) {
  return (
    <>
      <Anchor component={Link} to="/operator/servers" size="sm">
        {texts.title}
      </Anchor>
      <PageTitle
        title={server.hostname}
        beside={<StatusOf statuses={STATUSES} status={server.status} />}
        {...(server.label ? { description: server.label } : {})}
      >
        <OperatorCode call={() => ({ path: '/hosting/show', query: { id: server.id } })} />
        <WorkButtons server={server} />
      </PageTitle>
      <Grid>
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Stack>
            <Record server={server} />
            <ServerNetwork server={server} />
            <ServerHistory server={server} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Stack>
            <Engine server={server} />
            <ServerBackups server={server} />
            <Subscription server={server} />
            <ConsoleOutput id={server.id} />
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  );
}

function Record({ server }: { server: HostingDetails }) {
  const memory = formatBytes(server.memory_mb * 1024 ** 2);
  return (
    <Surface title={t`Server`}>
      <Facts
        facts={[
          ['ID', <Copyable key="id" value={String(server.id)} what={t`id`} />],
          [t`Customer`, <AccountLink key="customer" id={server.account_id} name={server.account_name} />],
          [t`Plan`, server.plan ?? t`None`],
          [
            t`Size`,
            t`${plural(server.vcpus, { one: '# vCPU', other: '# vCPUs' })} · ${memory} memory · ${server.disk_gb} GiB disk`,
          ],
          [t`Size differs because`, server.size_reason],
          [t`Image`, server.image],
          [t`Kind`, server.kind === 'container' ? t`Container` : t`Virtual machine`],
          [t`Node`, server.node],
          [t`Region`, server.region],
          [t`In progress`, server.pending],
          [t`Waits because`, server.isolation_reason === null && server.status_reason],
          [t`Suspended because`, server.suspension_reason],
          [t`Off since`, server.off_since && <Moment at={server.off_since} />],
          [t`Missing since`, server.missing_since && <Moment at={server.missing_since} />],
          [t`Created`, <Moment key="created" at={server.created_at} />],
        ]}
      />
    </Surface>
  );
}

const ENGINE = {
  found: { tone: 'good', label: t`Found` },
  missing: { tone: 'bad', label: t`Missing` },
  unreachable: { tone: 'wait', label: t`Unknown` },
} as const;

function Engine({ server: { engine, instance, status } }: { server: HostingDetails }) {
  const { tone, label } =
    status === 'terminated' ? ({ tone: 'idle', label: t`Deleted` } as const) : ENGINE[engine.state];
  return (
    <Surface title={t`Machine on the engine`} actions={<Status tone={tone}>{label}</Status>}>
      <Facts
        facts={[
          [t`Instance`, <Copyable key="instance" value={instance} what={t`name`} />],
          [t`Power`, engine.status && (engine.status === 'running' ? t`On` : t`Off`)],
          [t`Node`, engine.node],
          [t`Addresses`, [...engine.ipv4, ...engine.ipv6].join(', ')],
          [t`Problem`, engine.error],
        ]}
      />
    </Surface>
  );
}

function Subscription({ server: { subscription } }: { server: HostingDetails }) {
  return (
    <Surface title={t`Subscription`}>
      {subscription ? (
        <Facts
          facts={[
            ['ID', subscription.id],
            [t`Plan`, subscription.plan],
            [t`Status`, SUBSCRIPTION_STATUSES[subscription.status as keyof typeof SUBSCRIPTION_STATUSES].label],
            [t`Price`, <Money key="price" amount={subscription.price} currency={subscription.currency} />],
            [t`Billed`, PERIOD_NAMES[subscription.billing_period as keyof typeof PERIOD_NAMES]],
            [t`Period ends`, <Moment key="end" at={subscription.current_period_end} exact />],
            [t`Ends`, subscription.ends_at && <Moment at={subscription.ends_at} exact />],
          ]}
        />
      ) : (
        <Text c="dimmed">
          <Trans>No subscription pays for this server.</Trans>
        </Text>
      )}
    </Surface>
  );
}

import { t } from '@lingui/core/macro';
import { Anchor, Group, Progress, SimpleGrid, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { IconCpu } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CsvButton } from '#operator/csv-button.tsx';
import type { Node } from '#operator/generated/types.gen.ts';
import { MACHINES, useHasRole } from '#operator/me.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { OperatorCode } from '#operator/operator-code.tsx';
import { useOperatorMutation, useOperatorQuery } from '#operator/queries.ts';
import { EmptyState } from '#parts/empty-state.tsx';
import { Failure } from '#parts/failure.tsx';
import { formatBytes, formatPercent } from '#parts/numbers.ts';
import { PageTitle } from '#parts/page-title.tsx';
import { Status, type Tone } from '#parts/status.tsx';
import { Surface } from '#parts/surface.tsx';
import { LockNode } from './lock-node.tsx';
import { texts } from './texts.ts';

/** The server reads the engine no more often. */
const POLL_MS = 15_000;
/** From here a bar warns, and from here the node is full. */
const [HIGH, FULL] = [75, 90];

const STATUSES: Record<Node['status'], { label: string; tone: Tone }> = {
  online: { label: t`Online`, tone: 'good' },
  offline: { label: t`Offline`, tone: 'bad' },
  unknown: { label: t`Unknown`, tone: 'wait' },
};

export function NodesPage() {
  const nodes = useOperatorQuery(
    ['nodes', 'list'],
    (signal) => operatorApi.list<Node>('/nodes', { per_page: 100 }, { signal }),
    { refetchInterval: POLL_MS },
  );
  return (
    <>
      <PageTitle title={texts.title} count={nodes.data?.meta.total ?? null} description={texts.description}>
        <OperatorCode call={() => ({ path: '/nodes' })} />
        <CsvButton path="/nodes" filters={{}} />
      </PageTitle>
      {nodes.error && !nodes.data ? (
        <Failure error={nodes.error} title={texts.failed} onRetry={() => void nodes.refetch()} />
      ) : null}
      {nodes.data?.data.length === 0 && <EmptyState icon={IconCpu} text={texts.empty} />}
      <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }}>
        {nodes.data
          ? nodes.data.data.map((node) => <NodeCard key={node.name} node={node} />)
          : nodes.isPending && [1, 2, 3].map((key) => <Skeleton key={key} height={280} />)}
      </SimpleGrid>
    </>
  );
}

function NodeCard({ node }: { node: Node }) {
  const { tone, label } = STATUSES[node.status];
  return (
    <Surface
      title={node.name}
      actions={
        <Group gap="sm">
          {node.full && <Status tone="bad">{texts.full}</Status>}
          <Status tone={tone}>{label}</Status>
        </Group>
      }
    >
      <Stack gap="md">
        <Anchor component={Link} to="/operator/servers" search={{ node: node.name } as never} size="sm">
          {texts.servers(node.servers, node.running)}
        </Anchor>
        <Bar
          label={texts.cpu}
          share={node.load === null || node.cpus === null ? null : node.load / node.cpus}
          used={texts.load(node.load, node.cpus)}
          sold={texts.sold(t`${node.vcpus_sold} vCPUs`, node.cpu_ratio)}
        />
        <Bar
          label={texts.memory}
          share={divide(node.memory_used_bytes, node.memory_bytes)}
          used={texts.used(node.memory_used_bytes, node.memory_bytes)}
          sold={texts.sold(formatBytes(node.memory_sold_bytes), node.memory_ratio)}
        />
        <Bar
          label={texts.disk}
          share={divide(node.disk_used_bytes, node.disk_bytes)}
          used={texts.used(node.disk_used_bytes, node.disk_bytes)}
          sold={texts.sold(formatBytes(node.disk_sold_bytes), node.disk_ratio)}
        />
        <LockSwitch node={node} />
      </Stack>
    </Surface>
  );
}

function divide(used: number | null, total: number | null): number | null {
  return used === null || !total ? null : used / total;
}

function Bar({ label, share, used, sold }: { label: string; share: number | null; used: string; sold: string }) {
  const percent = Math.min(100, Math.round((share ?? 0) * 100));
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <Text size="sm" c="dimmed">
          {share === null ? used : `${formatPercent(percent)} · ${used}`}
        </Text>
      </Group>
      <Progress.Root size="sm" my={4}>
        <Progress.Section
          value={percent}
          color={percent >= FULL ? 'red' : percent >= HIGH ? 'yellow' : 'teal'}
          aria-label={`${label}: ${used}`}
        />
      </Progress.Root>
      <Text size="xs" c="dimmed">
        {sold}
      </Text>
    </div>
  );
}

function LockSwitch({ node }: { node: Node }) {
  const may = useHasRole()(MACHINES);
  const [asking, setAsking] = useState(false);
  const unlock = useOperatorMutation((id: string) => operatorApi.post<Node>('/nodes/unlock', {}, { query: { id } }), {
    touches: ['nodes'],
  });
  return (
    <>
      <Switch
        label={texts.lockLabel}
        aria-label={texts.lockOf(node.name)}
        description={node.locked ? (node.lock_reason ?? texts.lockedText) : texts.openText}
        checked={node.locked}
        disabled={!may || unlock.isPending}
        onChange={() => (node.locked ? unlock.mutate(node.name) : setAsking(true))}
      />
      {asking && <LockNode name={node.name} onClose={() => setAsking(false)} />}
    </>
  );
}

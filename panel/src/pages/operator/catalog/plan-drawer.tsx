import { t } from '@lingui/core/macro';
import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { MONEY, OWNERS, useHasRole } from '#operator/me.ts';
import { OperatorCode } from '#operator/operator-code.tsx';
import { Drawer } from '#parts/dialog.tsx';
import { Facts } from '#parts/facts.tsx';
import { Failure } from '#parts/failure.tsx';
import { formatNumber } from '#parts/numbers.ts';
import { SectionTitle } from '#parts/section-title.tsx';
import { Status } from '#parts/status.tsx';
import { Day } from '#resources/billing/day.tsx';
import type { Doing } from './plan-command.tsx';
import { describeExtraAddresses, describePrice, describeSize, describeTraffic } from './prices.ts';
import { type StaffPlan, usePlan, useVersions } from './queries.ts';
import { STATUSES, texts } from './texts.ts';

interface PlanDrawerProps {
  readonly id: string | undefined;
  readonly onClose: () => void;
  readonly onDo: (doing: Doing) => void;
}

/** Shows a plan with its prices and versions. */
export function PlanDrawer({ id, onClose, onDo }: PlanDrawerProps) {
  const { data: plan, error, refetch } = usePlan(id);
  return (
    <Drawer opened={id !== undefined} onClose={onClose} title={plan?.name ?? texts.plan} size="lg">
      {error && !plan ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : plan ? (
        <PlanView plan={plan} onDo={onDo} />
      ) : (
        <Skeleton height={280} />
      )}
    </Drawer>
  );
}

function PlanView({ plan, onDo }: { plan: StaffPlan; onDo: (doing: Doing) => void }) {
  const hasRole = useHasRole();
  const { id, name, visibility, stock, version, prices, images, kind, trial_days, tax_included } = plan;
  const { tone, label } = STATUSES[visibility];
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Status tone={tone}>{label}</Status>
        <OperatorCode call={() => ({ path: '/plans/show', query: { id } })} />
      </Group>
      <Facts
        facts={[
          [texts.size, describeSize(plan)],
          [texts.prices, prices.map(describePrice).join(' · ')],
          [texts.tax, tax_included ? texts.taxIncluded : texts.taxAdded],
          [texts.trial, trial_days > 0 && texts.days(trial_days)],
          [texts.stock, stock === null ? texts.unlimited : formatNumber(stock)],
          [texts.kind, texts.kinds[kind]],
          [texts.images, images.join(', ')],
          [texts.limits, describeLimits(plan)],
          [texts.traffic, describeTraffic(plan)],
          [texts.extraAddresses, describeExtraAddresses(plan)],
          [texts.version, String(version)],
        ]}
      />
      <Anchor renderRoot={(props) => <Link {...props} to="/operator/subscriptions" search={{ plan: name }} />}>
        {texts.subscriptions}
      </Anchor>
      <Versions plan={plan} />
      {hasRole(MONEY) && (
        <Group gap="xs">
          <Button onClick={() => onDo({ what: 'change', plan })}>{texts.change}</Button>
          <Button variant="default" onClick={() => onDo({ what: visibility === 'public' ? 'hide' : 'publish', plan })}>
            {visibility === 'public' ? texts.hide : texts.publish}
          </Button>
          <Button variant="default" onClick={() => onDo({ what: 'stock', plan })}>
            {texts.setStock}
          </Button>
          {hasRole(OWNERS) && (
            <Button variant="default" onClick={() => onDo({ what: 'reprice', plan })}>
              {texts.reprice}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}

function Versions({ plan: { id } }: { plan: StaffPlan }) {
  const { data } = useVersions(id);
  if (!data) return <Skeleton height={60} />;
  return (
    <section aria-label={texts.versions}>
      <SectionTitle title={texts.versions} />
      <Stack gap="sm">
        {data.data.map((version) => (
          <div key={version.version}>
            <Group justify="space-between">
              <Text fw={500}>{texts.versionOf(version.version)}</Text>
              <Text size="sm" c="dimmed">
                <Day at={version.created_at} />
              </Text>
            </Group>
            <Text size="sm">{version.prices.map(describePrice).join(' · ')}</Text>
            <Text size="sm" c="dimmed">
              {describeSize(version)}
            </Text>
          </div>
        ))}
      </Stack>
    </section>
  );
}

function describeLimits({ processes, network_mbps, disk_iops }: StaffPlan): string {
  return [
    ...(processes === null ? [] : [t`${formatNumber(processes)} processes`]),
    ...(network_mbps === null ? [] : [`${formatNumber(network_mbps)} Mbit/s`]),
    ...(disk_iops === null ? [] : [t`${formatNumber(disk_iops)} disk operations a second`]),
  ].join(', ');
}

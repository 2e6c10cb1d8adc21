import type { Hosting, HostingTraffic } from '@hostler/sdk';
import { Button, Progress, Select, Skeleton, Stack, Text } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { CodeCorner } from '../../../parts/code-corner.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { formatMoney, formatPercent, formatTraffic } from '../../../parts/numbers.ts';
import { Surface } from '../../../parts/surface.tsx';
import { useSubscriptionOf } from '../../../resources/billing/queries.ts';
import { useServer, useTraffic } from '../../../resources/servers/queries.ts';
import { listMonths, nameMonth } from '../../../resources/servers/traffic-months.ts';
import { trafficTexts as texts } from '../../../resources/servers/traffic-texts.ts';
import { useMay } from '../../../session/place-context.tsx';
import { TrafficBars } from './traffic-bars.tsx';
import { TrafficCap } from './traffic-cap.tsx';

const route = getRouteApi('/frame/servers/$id/traffic');

/** Traffic of a server in one month: what is included and used, and bars per day. */
export function TrafficTab() {
  const id = Number(route.useParams().id);
  const { period } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: server } = useServer(id);
  const traffic = useTraffic(id, period);
  const { data } = traffic;
  return (
    <Stack gap="md">
      <Surface
        title={texts.title}
        description={texts.description}
        actions={
          <>
            <Select
              aria-label={texts.month}
              w={190}
              data={listMonths(server?.created_at, Date.now()).map((value) => ({ value, label: nameMonth(value) }))}
              value={period ?? data?.period ?? null}
              allowDeselect={false}
              onChange={(next) => void navigate({ search: next ? { period: next } : {} })}
            />
            <CodeCorner call={() => ({ operation: 'hosting.traffic', input: { id, period: data?.period } })} />
          </>
        }
      >
        {traffic.error && !data && (
          <Failure error={traffic.error} retrying={traffic.isFetching} onRetry={() => void traffic.refetch()} />
        )}
        {traffic.isPending && <Skeleton height={260} />}
        {data && (
          <Stack gap="lg">
            <Used traffic={data} />
            {data.days.length > 0 ? (
              <TrafficBars period={data.period} days={data.days} />
            ) : (
              <EmptyState icon={IconChartBar} text={texts.empty} />
            )}
          </Stack>
        )}
      </Surface>
      {server && data?.beyond === 'bill' && <Cap server={server} />}
    </Stack>
  );
}

function Used({ traffic }: { traffic: HostingTraffic }) {
  const { included_bytes, in_bytes, out_bytes, billable_bytes, throttled_mbps, beyond } = traffic;
  const share = included_bytes ? (100 * out_bytes) / included_bytes : 0;
  return (
    <Stack gap="sm">
      {included_bytes !== null && (
        <>
          <Progress
            value={Math.min(100, share)}
            color={share >= 100 ? 'red' : share >= 80 ? 'yellow' : undefined}
            aria-label={texts.share(formatPercent(share))}
          />
          <Text size="sm">{texts.usedOf(formatTraffic(out_bytes), formatTraffic(included_bytes))}</Text>
        </>
      )}
      {throttled_mbps !== null && <Text c="red">{texts.throttled(throttled_mbps)}</Text>}
      <Facts
        facts={[
          [texts.sent, formatTraffic(out_bytes)],
          [texts.received, formatTraffic(in_bytes)],
          [texts.included, included_bytes === null ? texts.unmetered : formatTraffic(included_bytes)],
          [texts.beyond, beyond && texts.beyondOf[beyond]],
          [texts.billable, beyond === 'bill' && formatTraffic(billable_bytes)],
        ]}
      />
    </Stack>
  );
}

function Cap({ server }: { server: Hosting }) {
  const may = useMay();
  const { data: subscription } = useSubscriptionOf(server);
  const [isChanging, setChanging] = useState(false);
  if (!subscription) return null;
  const { traffic_cap, currency, status } = subscription;
  return (
    <Surface
      title={texts.cap}
      description={texts.capText}
      actions={
        may('billing.write') &&
        status !== 'cancelled' && (
          <Button variant="default" onClick={() => setChanging(true)}>
            {texts.changeCap}
          </Button>
        )
      }
    >
      <Text>{traffic_cap === null ? texts.usualCap : formatMoney(traffic_cap, currency)}</Text>
      {isChanging && <TrafficCap subscription={subscription} onClose={() => setChanging(false)} />}
    </Surface>
  );
}

import { Skeleton, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { ChartsSkeleton } from '../../../parts/chart/lazy-charts.tsx';
import { Surface } from '../../../parts/surface.tsx';
import { SubscriptionOf } from '../../../resources/billing/subscription-of.tsx';
import { isNew, NextSteps } from '../../../resources/servers/next-steps.tsx';
import { useServer } from '../../../resources/servers/queries.ts';
import { texts } from '../../../resources/servers/texts.ts';
import classes from './overview-tab.module.css';
import { ServerCharts, STRIPS } from './server-charts.tsx';
import { ServerFacts } from './server-facts.tsx';
import { ServerSummary } from './server-summary.tsx';

const route = getRouteApi('/frame/servers/$id/');

/** First tab of a server: how to reach it, its plan and renewal, then its charts. */
export function OverviewTab() {
  const { data: server } = useServer(Number(route.useParams().id));
  if (!server) {
    return (
      <Stack gap="md">
        <Surface>
          <Skeleton height={112} />
        </Surface>
        <Surface title={texts.charts}>
          <ChartsSkeleton strips={STRIPS} />
        </Surface>
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      <ServerSummary server={server} />
      {isNew(server) && <NextSteps server={server} />}
      <ServerCharts server={server} />
      <div className={classes.beside}>
        <SubscriptionOf server={server} />
        <ServerFacts server={server} />
      </div>
    </Stack>
  );
}

import type { PanelCaller } from '#kernel/http/caller.ts';
import { inAccount, type Route, show } from '#kernel/http/route.ts';
import { readWindow } from '#kernel/series/window.ts';
import { Loads, LoadsQuery } from './schemas.ts';
import type { MetricsService } from './service.ts';
import { viewMetrics } from './view.ts';

/** Seconds per point: an hour has twelve. */
const STEP = 300;

export function metricsPanelRoutes(metrics: MetricsService): Route<PanelCaller>[] {
  return [
    inAccount(
      show({
        path: '/hosting/loads',
        ofTheMoment: true,
        access: ['hosting.read', 'monitoring.read'],
        summary: 'Get the loads of servers',
        description:
          'Returns the metrics of several servers for the last hour, in steps of 5 minutes. Unknown servers are left out.',
        query: LoadsQuery,
        data: Loads,
        *handle({ caller, query: { ids }, now }) {
          const window = readWindow({ step: STEP }, now, metrics.sampleEveryMs);
          const found = yield* metrics.readMany(caller.account.id, ids.split(',').map(Number), window, now);
          return { loads: found.map(({ id, series }) => viewMetrics(id, window, series)) };
        },
      }),
    ),
  ];
}

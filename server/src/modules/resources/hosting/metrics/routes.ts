import { type Route, show } from '#kernel/http/route.ts';
import { WindowQuery } from '#kernel/series/schemas.ts';
import { isLong, readWindow } from '#kernel/series/window.ts';
import { Metrics } from './schemas.ts';
import type { MetricsService } from './service.ts';
import { viewMetrics } from './view.ts';

export function metricsRoutes(metrics: MetricsService): Route[] {
  return [
    show({
      path: '/hosting/metrics',
      ofTheMoment: true,
      access: ['hosting.read', 'monitoring.read'],
      summary: 'Get the metrics of a VPS',
      description:
        'Returns the metrics of a VPS for a time window. Each value is the mean of the step that begins at its time. Samples are kept for 90 days: all of them for one day, one every 5 minutes for a week, then one per hour. Requests for more than one day count as searches: those of an account run one after the other.',
      id: { aliases: ['hosting_id'], description: 'Identifier of the VPS.' },
      query: WindowQuery,
      data: Metrics,
      isLarge: ({ query, now }) => isLong(readWindow(query, now, metrics.sampleEveryMs)),
      *handle({ caller, id, query, now }) {
        const window = readWindow(query, now, metrics.sampleEveryMs);
        const { series, examined } = yield* metrics.read(caller.account.id, id, window, now);
        return { ...viewMetrics(id, window, series), examined };
      },
    }),
  ];
}

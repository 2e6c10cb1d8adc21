import type { Query } from '@hostler/database';
import type { Window } from '#kernel/series/window.ts';
import type { HostingService } from '../service.ts';
import { makeSeries, type Series } from './series.ts';
import { listSamples } from './store.ts';

interface Dependencies {
  hosting: Pick<HostingService, 'find'>;
  sampleEveryMs: number;
}

export type MetricsService = ReturnType<typeof createMetricsService>;

export function createMetricsService({ hosting, sampleEveryMs }: Dependencies) {
  function* read(accountId: number, hostingId: number, window: Window, now: number): Query<Series> {
    const server = yield* hosting.find(accountId, hostingId);
    const samples = yield* listSamples(server, window.start, window.end);
    return makeSeries(samples, window, { vcpus: server.vcpus, now, sampleEvery: sampleEveryMs });
  }

  return { read, sampleEveryMs };
}

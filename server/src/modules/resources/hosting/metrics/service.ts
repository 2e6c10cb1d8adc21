import type { Query } from '@hostler/database';
import { MISSING_READINGS } from '#kernel/series/intervals.ts';
import type { Window } from '#kernel/series/window.ts';
import type { HostingService } from '../service.ts';
import { makeSeries, type Series } from './series.ts';
import { listSamples, listSamplesOf } from './store.ts';

interface Dependencies {
  hosting: Pick<HostingService, 'find'>;
  sampleEveryMs: number;
}

export type MetricsService = ReturnType<typeof createMetricsService>;

export function createMetricsService({ hosting, sampleEveryMs }: Dependencies) {
  function* read(accountId: number, hostingId: number, window: Window, now: number) {
    const server = yield* hosting.find(accountId, hostingId);
    const samples = yield* listSamples(server, window.start, window.end);
    const series = makeSeries(samples, window, { vcpus: server.vcpus, now, sampleEvery: sampleEveryMs });
    return { series, examined: samples.length };
  }

  /** Reads the newest part of several VPSs in one query. VPSs of other accounts are left out. */
  function* readMany(
    accountId: number,
    ids: readonly number[],
    window: Window,
    now: number,
  ): Query<{ id: number; series: Series }[]> {
    // The reading before the window is needed at its edge. An older one would not be used.
    const start = window.start - MISSING_READINGS * sampleEveryMs;
    const servers = yield* listSamplesOf(accountId, ids, start, window.end);
    return servers.map(({ id, vcpus, samples }) => ({
      id,
      series: makeSeries(samples, window, { vcpus, now, sampleEvery: sampleEveryMs }),
    }));
  }

  return { read, readMany, sampleEveryMs };
}

import { createReadinessCheck } from '#health/readiness.ts';
import { RequestMetrics } from '#kernel/http/metrics.ts';
import { registerProbes } from '#kernel/http/probes.ts';
import { createHttpServer, logPages } from '#kernel/http/server.ts';
import { createScrape } from '#kernel/metrics/metric.ts';
import { urlOf } from './app.ts';
import type { Hostler } from './hostler.ts';
import { COMMIT, VERSION } from './version.ts';

interface Probes {
  readonly url: string;
  /** From here on `/readyz` reports the shutdown. */
  leave(): void;
  stop(): Promise<void>;
}

/** Serves the probes of a worker, which has no API. */
export async function serveProbes(hostler: Hostler, port: number): Promise<Probes> {
  const { config, log } = hostler;
  const requests = new RequestMetrics();
  const http = createHttpServer({ log, metrics: requests, trustedProxies: [] });
  logPages(http);
  registerProbes(http, {
    checkReadiness: createReadinessCheck(hostler, { isLeaving: () => http.outgoing.closing }),
    metricsToken: config.metricsToken,
    build: { version: VERSION, commit: COMMIT },
    scrape: createScrape([...hostler.metrics, requests]),
  });
  await http.listen({ host: config.metricsHost, port });
  return {
    url: urlOf(http),
    leave() {
      http.outgoing.closing = true;
    },
    async stop() {
      const closed = http.close();
      // A slow reader must not delay the exit.
      http.server.closeAllConnections();
      await closed;
    },
  };
}

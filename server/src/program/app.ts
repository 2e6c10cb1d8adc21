import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { refuseInPublic } from '#demo/public-routes.ts';
import { registerDemoReceiver } from '#demo/receiver.ts';
import { createReadinessCheck } from '#health/readiness.ts';
import { registerBrandImages } from '#kernel/http/brand-images.ts';
import { registerPreflight } from '#kernel/http/cors.ts';
import { LargeBodies } from '#kernel/http/large-bodies.ts';
import { RequestMetrics, streamsMetric, waitingMetric } from '#kernel/http/metrics.ts';
import { OpenStreams } from '#kernel/http/open-streams.ts';
import { buildOpenApi } from '#kernel/http/openapi/document.ts';
import { findOwnOrigin } from '#kernel/http/own-origin.ts';
import { registerPanel } from '#kernel/http/panel.ts';
import { registerProbes } from '#kernel/http/probes.ts';
import { registerProgramPages } from '#kernel/http/program-pages.ts';
import { MemoryRateCounter, type RateCounter } from '#kernel/http/rate-limit.ts';
import { type DocumentSource, registerDocument, registerReference } from '#kernel/http/reference/register.ts';
import { registerSurface } from '#kernel/http/register.ts';
import { RequestTurns } from '#kernel/http/request-turns.ts';
import { SearchBudget } from '#kernel/http/search-budget.ts';
import { createHttpServer, logPages } from '#kernel/http/server.ts';
import { registerSockets } from '#kernel/http/sockets.ts';
import type { Surface } from '#kernel/http/surface.ts';
import { createScrape, joinScrapes } from '#kernel/metrics/metric.ts';
import { live } from '#settings/live.ts';
import type { WorkBeside } from './beside/work-beside.ts';
import type { Hostler } from './hostler.ts';
import { COMMIT, VERSION } from './version.ts';

export interface App {
  readonly http: FastifyInstance;
  /** Continues to serve, but `/readyz` reports the shutdown and every response closes its connection. */
  leave(): void;
  /**
   * Stops accepting connections, ends long polls and waits for running requests. Responses that are not read in time
   * are dropped.
   */
  close(patienceMs: number): Promise<void>;
}

/** Creates the HTTP server with every API surface, the probes and the reference. */
export async function createApp(hostler: Hostler, beside?: WorkBeside): Promise<App> {
  const { config, db, clock, log, vault, surfaces } = hostler;
  const metrics = new RequestMetrics();
  const http = createHttpServer({ log, metrics, trustedProxies: config.trustedProxies, sockets: hostler.sockets });
  const counter = await createRateCounter(hostler);
  http.addHook('onListen', async () => hostler.links.listenAt(urlOf(http)));
  hostler.settings.start();
  const closing = new AbortController();
  const searches = new SearchBudget();
  const turns = new RequestTurns(db);
  const largeBodies = new LargeBodies();
  const streams = new OpenStreams();
  const edition = editionOf(hostler);
  const brand = live(() => config.brand);
  const context = {
    db,
    counter,
    clock,
    vault,
    searches,
    turns,
    largeBodies,
    streams,
    edition,
    closing: closing.signal,
  };
  if (config.publicDemo) refuseInPublic(http);
  for (const surface of surfaces) registerSurface(http, surface, context);
  registerSockets(http, hostler.sockets, {
    ...{ log, clock, counter, closing: closing.signal, trustedProxies: config.trustedProxies },
    findOwnOrigin: (host) => findOwnOrigin(config, host),
  });
  const scrape = createScrape([...hostler.metrics, metrics, waitingMetric(turns), streamsMetric(streams)]);
  const findDocument = (name: string) => surfaces.filter((surface) => surface.name === name).map(documentOf)[0];
  await http.register(async (pages) => {
    logPages(pages);
    for (const surface of surfaces) registerPreflight(pages, surface);
    registerProbes(pages, {
      checkReadiness: createReadinessCheck(hostler, {
        isLeaving: () => http.outgoing.closing,
        others: () => ({ rate_limits: counter.problem() ?? 'ok', ...(beside ? { work: beside.state } : {}) }),
      }),
      metricsToken: config.metricsToken,
      build: { version: VERSION, commit: COMMIT },
      scrape: beside ? joinScrapes(scrape, () => beside.scrape()) : scrape,
    });
    for (const surface of surfaces) registerDocument(pages, documentOf(surface));
    registerReference(pages, brand, { '/docs': findDocument('public'), '/operator/docs': findDocument('operator') });
    registerBrandImages(pages, brand);
    if (config.demo) registerDemoReceiver(pages);
    if (!registerPanel(pages, brand)) {
      log.warn('The panel is not built, so / leads to /docs: npm install --no-save && npm run build -w panel.');
    }
  });
  await http.register(async (pages) => registerProgramPages(pages, hostler.pages, { counter, clock }));
  return {
    http,
    leave() {
      http.outgoing.closing = true;
    },
    async close(patienceMs) {
      http.outgoing.closing = true;
      closing.abort();
      await hostler.settings.stop();
      const cut = setTimeout(() => http.server.closeAllConnections(), patienceMs);
      await http.close().finally(() => clearTimeout(cut));
      http.outgoing.accessLog.flush();
      await Promise.all(surfaces.map(({ requestLog }) => requestLog?.finish()));
      await counter.close();
    },
  };
}

/** Returns the listening URL. */
export function urlOf({ server }: FastifyInstance): string {
  const { address, port, family } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** Returns the name for the current settings. */
function editionOf(hostler: Hostler): () => string {
  let [revision, name] = [hostler.settings.revision, nameEdition(hostler)];
  return () => {
    if (revision !== hostler.settings.revision) [revision, name] = [hostler.settings.revision, nameEdition(hostler)];
    return name;
  };
}

/**
 * Returns a name that is equal for all processes that render the same rows alike: this version, schema and settings.
 * Callers see it, so it is keyed with the secret key: settings cannot be guessed from it.
 */
function nameEdition({ config, migrations, vault }: Hostler): string {
  const { host, port, metricsHost, metricsPort, dataDir, backupDir, recipeDir, worker, logLevel, logFile, ...shown } =
    config;
  const text = [VERSION, ...migrations.map(({ id }) => id), JSON.stringify(shown, listEntries)].join(' ');
  return vault.sign('edition', text).slice(0, 8);
}

function listEntries(_name: string, value: unknown): unknown {
  return value instanceof Map || value instanceof Set ? [...value] : value;
}

function documentOf(surface: Surface): DocumentSource {
  const { document } = surface;
  return {
    path: document.path,
    get title() {
      return document.title;
    },
    describe: () => describeSurface(surface),
  };
}

export function describeSurface(surface: Surface) {
  return buildOpenApi(surface, VERSION);
}

async function createRateCounter({ config, log }: Hostler): Promise<RateCounter> {
  if (!config.valkeyUrl) return new MemoryRateCounter();
  // Loaded on demand: an embedded server does not need the client.
  const { ValkeyRateCounter } = await import('#kernel/http/valkey-rate-counter.ts');
  return new ValkeyRateCounter(config.valkeyUrl, (problem) => {
    if (problem) log.warn(problem);
    else log.info('Valkey is reached again; rate limits are counted across replicas.');
  });
}

import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';
import { lookAt, type PartHealth } from './health.ts';
import type { Hostler } from './hostler.ts';
import { findMissing, findUnknown } from './kernel/db/migrate.ts';
import { Admission } from './kernel/http/admission.ts';
import { registerPreflight } from './kernel/http/cors.ts';
import { RequestMetrics } from './kernel/http/metrics.ts';
import { buildOpenApi } from './kernel/http/openapi/document.ts';
import { type CheckReadiness, registerProbes } from './kernel/http/probes.ts';
import { MemoryRateCounter, type RateCounter } from './kernel/http/rate-limit.ts';
import { registerReference } from './kernel/http/reference.ts';
import { registerRoute } from './kernel/http/register.ts';
import { RequestTurns } from './kernel/http/request-turns.ts';
import { SearchBudget } from './kernel/http/search-budget.ts';
import { createHttpServer, logPages } from './kernel/http/server.ts';
import { SECOND } from './kernel/time.ts';
import { describeBroken } from './prepare.ts';

const { version } = createRequire(import.meta.url)('../package.json') as { version: string };

export interface App {
  readonly http: FastifyInstance;
  /** Stops accepting, ends long polls, finishes what runs. */
  close(): Promise<void>;
}

/** The HTTP side of the house: every module's routes, the probes and the reference, on one server. */
export async function createApp(hostler: Hostler): Promise<App> {
  const { config, db, clock, log, vault, authenticator, routes } = hostler;
  const metrics = new RequestMetrics();
  const http = createHttpServer({ log, metrics, trustedProxies: config.trustedProxies });
  const counter = await createRateCounter(hostler);
  const closing = new AbortController();
  const admission = new Admission({ authenticator, counter, clock });
  const searches = new SearchBudget();
  const turns = new RequestTurns(db);
  const context = { db, admission, clock, vault, searches, turns, closing: closing.signal };
  for (const route of routes) registerRoute(http, route, context);
  await http.register(async (pages) => {
    logPages(pages);
    registerPreflight(pages);
    registerProbes(pages, {
      checkReadiness: createReadinessCheck(hostler, counter),
      metricsToken: config.metricsToken,
      metrics,
    });
    registerReference(pages, describeApi(hostler));
  });
  return {
    http,
    async close() {
      http.outgoing.closing = true;
      closing.abort();
      await http.close();
      http.outgoing.accessLog.flush();
      await counter.close();
    },
  };
}

export function describeApi({ routes, tags }: Pick<Hostler, 'routes' | 'tags'>) {
  const description =
    'One API over servers, tickets, domains, billing, databases and backups. Every answer is an envelope: `success`, and `data` or `error`.';
  return buildOpenApi(routes, { version, description, tags });
}

async function createRateCounter({ config, log }: Hostler): Promise<RateCounter> {
  if (!config.valkeyUrl) return new MemoryRateCounter();
  // Loaded only where it is used: an embedded server has no need of the client.
  const { ValkeyRateCounter } = await import('./kernel/http/valkey-rate-counter.ts');
  return new ValkeyRateCounter(config.valkeyUrl, (problem) => {
    if (problem) log.warn(problem);
    else log.info('Valkey is reached again; rate limits are counted across replicas.');
  });
}

/** Engines are looked at this seldom: everybody may ask, and some answers cost a write to the disk. */
const ENGINES_LOOKED_AT_MS = 5 * SECOND;

function createReadinessCheck({ db, migrations, engines }: Hostler, counter: RateCounter): CheckReadiness {
  let states: Promise<PartHealth[]> | undefined;
  return async (isOperator) => {
    if (!states) {
      states = Promise.all(engines.map(lookAt));
      setTimeout(() => {
        states = undefined;
      }, ENGINES_LOOKED_AT_MS).unref();
    }
    const { database, note } = await describeDatabase({ db, migrations });
    return {
      // An engine that is away delays actions, not the API: it is told, and the replica stays in service.
      ready: database === 'ok',
      checks: {
        database,
        ...(note ? { note } : {}),
        rate_limits: counter.problem() ?? 'ok',
        engines: describeEngines(await states, isOperator),
      },
    };
  };
}

/** What is wrong and what to do about it may name paths and hosts: that is for whoever may read the metrics. */
function describeEngines(states: readonly PartHealth[], isOperator: boolean): Record<string, object> {
  return Object.fromEntries(
    states.map(({ part, state, version, detail, advice, gaps = [] }) => [
      part,
      { reachable: state !== 'not reached', version, state, ...(isOperator ? { detail, advice, gaps } : {}) },
    ]),
  );
}

interface DatabaseState {
  database: string;
  /** Nothing to worry about, and something to know. */
  note?: string;
}

async function describeDatabase({ db, migrations }: Pick<Hostler, 'db' | 'migrations'>): Promise<DatabaseState> {
  try {
    await db.ping();
    const missing = await db.peek(findMissing(migrations));
    if (missing.length > 0) return { database: `not migrated: ${missing.length} steps are missing` };
    const unknown = await db.peek(findUnknown(migrations));
    const breaking = unknown.filter(({ breaks }) => breaks);
    if (breaking.length > 0) return { database: describeBroken(breaking) };
    return { database: 'ok', ...(unknown.length > 0 ? { note: NEWER_HAS_BEEN_HERE } : {}) };
  } catch {
    return { database: 'not reached' };
  }
}

const NEWER_HAS_BEEN_HERE = 'A newer version has added to the database. This one works on; upgrade it when you can.';

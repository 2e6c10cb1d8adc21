import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findUnknown } from '@hostler/database';
import { workOn } from '#kernel/current-work.ts';
import type { BackgroundService } from '#kernel/jobs/service.ts';
import { Worker } from '#kernel/jobs/worker.ts';
import { createScrape } from '#kernel/metrics/metric.ts';
import { SECOND } from '#kernel/time.ts';
import { createApp, urlOf } from './app.ts';
import { linkToServer } from './beside/server-link.ts';
import { WorkBeside } from './beside/work-beside.ts';
import { tellOwnerMissing } from './first-owner.ts';
import type { Hostler } from './hostler.ts';
import { describeBroken, ensureMigrated, loadLocks, migrate, noteUnknownJobs } from './prepare.ts';
import { COMMIT, VERSION } from './version.ts';
import { serveProbes } from './worker-probes.ts';

/** Requests get most of the ten seconds that SIGTERM allows. Another worker takes over jobs that still run. */
const DRAIN_MS = 8_000;
/** Minimum drain time, whatever the shutdown delay. */
const SHORTEST_DRAIN_MS = 5_000;
/** Time to close everything after the last request. */
const CLOSING_MS = 1_500;
const LOOK_FOR_BREAK_MS = 5 * SECOND;

/** A running server or worker. */
export interface Running {
  readonly url: string | undefined;
  /** Resolves when it cannot continue, after logging the reason. */
  readonly failed?: Promise<void>;
  /** After this time a hanging stop is abandoned. */
  readonly stopsWithinMs?: number;
  /** Stops; `atOnce` skips the delay in which load balancers notice the shutdown. */
  stop(options?: { atOnce?: boolean }): Promise<void>;
}

/**
 * `program` is the file of the running program, which is started again for the work beside the server. Without it the
 * work runs in this process.
 */
export async function serve(hostler: Hostler, program?: string): Promise<Running> {
  const { config, db, log } = hostler;
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  warnOfUnknownSettings(hostler);
  const unlock = db.dialect === 'sqlite' ? (await loadLocks()).lockDataFolder(config.dataDir) : undefined;
  await migrate(hostler, { asServer: true, tell: (sentence) => log.info(sentence) });
  await noteUnknownJobs(hostler);
  const isBeside = program !== undefined && config.worker === 'on' && !config.publicDemo;
  const beside = isBeside ? new WorkBeside({ program, config, db, log, calls: hostler.calls }) : undefined;
  const app = await createApp(hostler, beside);
  await app.http.listen({ host: config.host, port: config.port });
  const url = urlOf(app.http);
  if (db.dialect === 'sqlite') void checkInBackground(hostler);
  // Before the work: no billing run may see half of the story.
  const demo = config.demo ? await (await import('#demo/demo.ts')).prepareDemo(hostler, url) : undefined;
  beside?.start(url);
  const worker = beside ?? (config.worker === 'off' ? undefined : startWorker(hostler));
  // Requests continue until load balancers react to /readyz, which reports the same.
  const unwatch = watchForBreak(hostler, () => void worker?.stop(DRAIN_MS));
  await tellWhatIsMissing(hostler);
  log.info({ url, database: db.dialect, worker: config.worker, version: VERSION, commit: COMMIT }, 'hostler serves');
  const delayMs = config.shutdownDelayMs;
  const drainMs = Math.max(DRAIN_MS - delayMs, SHORTEST_DRAIN_MS);
  const leave = async () => {
    app.leave();
    await sleep(delayMs);
  };
  return {
    url,
    stopsWithinMs: delayMs + drainMs + CLOSING_MS,
    async stop({ atOnce = false } = {}) {
      unwatch();
      // Other workers take over its jobs meanwhile.
      const idle = worker?.stop(delayMs + drainMs);
      if (!atOnce) await leave();
      await Promise.all([app.close(drainMs), idle, demo?.stop()]);
      await db.close();
      unlock?.();
    },
  };
}

/** A mistyped setting has no effect, and nothing else would tell. */
function warnOfUnknownSettings({ config, log }: Hostler): void {
  for (const { name, nearest } of config.unknownSettings) {
    log.warn({ setting: name, ...(nearest ? { nearest } : {}) }, 'unknown setting ignored');
  }
}

/** Tells that there is no owner, and logs why sign-up is closed although a setting opens it. */
async function tellWhatIsMissing(hostler: Hostler): Promise<void> {
  const { config, db, log, operator } = hostler;
  if (config.demo) return;
  try {
    await tellOwnerMissing(hostler);
    const { mode } = config.commerce.signUp;
    const gaps = mode === 'closed' ? [] : await db.read(operator.setup.findGaps());
    const missing = gaps.map(({ title, reason }) => `${title}: ${reason}`);
    if (gaps.length > 0) log.warn({ signup: mode, missing }, 'sign-up stays closed: the setup is not complete');
  } catch (err) {
    // A full disk, for example. The server can still answer.
    log.warn({ err }, 'setup not checked');
  }
}

/** A large file takes too long to be checked before the start. */
async function checkInBackground({ config, trouble }: Hostler): Promise<void> {
  const { checkInThread, isCheckedFirst } = await import('@hostler/database/sqlite');
  const file = join(config.dataDir, 'hostler.db');
  if (!isCheckedFirst(file)) await checkInThread(file).catch(trouble.translate);
}

export async function work(hostler: Hostler): Promise<Running> {
  const { config, db, log } = hostler;
  warnOfUnknownSettings(hostler);
  await ensureMigrated(hostler);
  const release = db.dialect === 'sqlite' ? await (await loadLocks()).shareDataFolder(config.dataDir) : undefined;
  await noteUnknownJobs(hostler);
  // First, so that a used port is reported before any job starts.
  const probes = config.metricsPort === undefined ? undefined : await serveProbes(hostler, config.metricsPort);
  const worker = startWorker(hostler);
  const { promise: failed, resolve: fail } = Promise.withResolvers<void>();
  const unwatch = watchForBreak(hostler, fail);
  // The server that has started this worker is gone: another one starts its own.
  linkToServer({
    db,
    calls: hostler.calls,
    scrape: createScrape(hostler.metrics, { part: 'work' }),
    onGone: fail,
  })?.works();
  const about = { database: db.dialect, version: VERSION, commit: COMMIT };
  log.info({ ...about, ...(probes ? { metrics_url: probes.url } : {}) }, 'hostler works');
  return {
    url: probes?.url,
    failed,
    async stop() {
      unwatch();
      probes?.leave();
      await worker.stop(DRAIN_MS);
      await probes?.stop();
      await db.close();
      release?.();
    },
  };
}

/** Detects that a newer version has changed the database so that this process must not use it any more. */
function watchForBreak({ db, migrations, log }: Hostler, onBreak: () => void): () => void {
  const check = async () => {
    const breaking = (await db.read(findUnknown(migrations))).filter(({ breaks }) => breaks);
    if (breaking.length === 0) return;
    clearInterval(timer);
    log.error(`${describeBroken(breaking)} The background work of this process ends.`);
    onBreak();
  };
  // Retries after a failed read.
  const timer = setInterval(() => void check().catch(() => {}), LOOK_FOR_BREAK_MS);
  return () => clearInterval(timer);
}

/** Starts all background work of a process: the jobs and the services of modules. */
function startWorker({ jobs, services, ...hostler }: Hostler): Pick<BackgroundService, 'stop'> {
  const working = [new Worker({ ...hostler, handlers: jobs }), ...services];
  for (const part of working) workOn({ name: `service ${part.constructor.name}` }, () => part.start());
  let stopped: Promise<unknown> | undefined;
  return {
    async stop(patienceMs) {
      stopped ??= Promise.all(working.map((part) => part.stop(patienceMs)));
      await stopped;
    },
  };
}

import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createApp } from './app.ts';
import { prepareDemo } from './demo.ts';
import type { Hostler } from './hostler.ts';
import { lockDataFolder } from './kernel/db/data-lock.ts';
import type { BackgroundService } from './kernel/jobs/service.ts';
import { Worker } from './kernel/jobs/worker.ts';
import { checkJobKinds, ensureMigrated, migrate } from './prepare.ts';

/** Requests get most of the ten seconds that SIGTERM allows; what still runs then is taken up by another worker. */
const DRAIN_MS = 8_000;

/** A running server or worker, until it is told to stop. */
export interface Running {
  readonly url: string | undefined;
  stop(): Promise<void>;
}

export async function serve(hostler: Hostler): Promise<Running> {
  const { config, db, log } = hostler;
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const unlock = db.dialect === 'sqlite' ? lockDataFolder(config.dataDir) : undefined;
  await migrate(hostler);
  await checkJobKinds(hostler);
  const app = await createApp(hostler);
  await app.http.listen({ host: config.host, port: config.port });
  const { address, port, family } = app.http.server.address() as AddressInfo;
  const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
  const worker = config.worker ? startWorker(hostler) : undefined;
  if (config.demo) await prepareDemo(hostler, url);
  log.info({ url, database: db.dialect, worker: config.worker }, 'hostler serves');
  return {
    url,
    async stop() {
      await Promise.all([app.close(), worker?.stop(DRAIN_MS)]);
      await db.close();
      unlock?.();
    },
  };
}

export async function work(hostler: Hostler): Promise<Running> {
  await ensureMigrated(hostler);
  await checkJobKinds(hostler);
  const worker = startWorker(hostler);
  hostler.log.info({ database: hostler.db.dialect }, 'hostler works');
  return {
    url: undefined,
    async stop() {
      await worker.stop(DRAIN_MS);
      await hostler.db.close();
    },
  };
}

/** All background work of a process: the jobs and the modules' services. */
function startWorker({ db, clock, log, jobs, recurring, services }: Hostler): Pick<BackgroundService, 'stop'> {
  const working = [new Worker({ db, clock, log, handlers: jobs, recurring }), ...services];
  for (const part of working) part.start();
  return { stop: async (patienceMs) => void (await Promise.all(working.map((part) => part.stop(patienceMs)))) };
}

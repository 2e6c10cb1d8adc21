import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, headless } from './chromium.ts';
import { installMissing } from './install.ts';
import { createInstanceFolder, type InstanceFolder, removeLeftovers } from './instance-folder.ts';
import { lxd } from './lxd.ts';
import { mail } from './mail.ts';
import { mariadb } from './mariadb.ts';
import { pebble } from './pebble.ts';
import { pgbouncer } from './pgbouncer.ts';
import { postgres } from './postgres.ts';
import { powerdns } from './powerdns.ts';
import { readUserIds } from './run-as.ts';
import type { MissingService, ServerProcess, Service, ServiceName, StartContext } from './service.ts';
import { spawnServer } from './spawn-server.ts';
import { valkey } from './valkey.ts';

const catalogue: Record<ServiceName, Service> = {
  postgres,
  pgbouncer,
  valkey,
  lxd,
  powerdns,
  pebble,
  mariadb,
  mail,
  chromium,
  headless,
};

export const serviceNames: readonly ServiceName[] = Object.values(catalogue).map((service) => service.name);

export interface StartOptions {
  /** Full durability, as in production; for benchmarks. */
  readonly durable?: boolean;
  /** Fail if a service is missing; the default under CI=true. Otherwise it is listed in `missing`. */
  readonly required?: boolean;
}

export interface RunningServices {
  /** A variable with a URL per started service, `HOSTLER_TEST_…_MISSING` with the reason per missing one. */
  readonly env: Readonly<Record<string, string>>;
  readonly urls: Readonly<Partial<Record<ServiceName, string>>>;
  readonly missing: readonly MissingService[];
  stop(): Promise<void>;
}

interface StartedServer {
  readonly service: Service;
  readonly process: ServerProcess;
}

/**
 * Starts private instances of real servers on free ports in a temporary folder. They end with `stop()`, and at the
 * latest with this process. A service whose URL is already in the environment is used from there and not changed.
 */
export async function startServices(
  names: readonly ServiceName[],
  options: StartOptions = {},
): Promise<RunningServices> {
  const services = [...withNeeds(names)].map((name) => catalogue[name]);
  const given = services.filter((service) => process.env[service.urlVariable]);
  const wanted = services.filter((service) => !given.includes(service));
  const missing = installMissing(wanted);
  if (missing.length > 0 && (options.required ?? process.env.CI === 'true')) {
    throw new Error(`${missing.map((entry) => entry.reason).join('. ')}.`);
  }
  removeLeftovers(cleanUp);
  const folder = createInstanceFolder();
  const servers: StartedServer[] = [];
  const releaseHooks = endWithProcess(() => endAtOnce(servers, folder));
  const stop = async () => {
    releaseHooks();
    for (const { service, process: server } of servers) signal(server, service.stopSignal);
    await Promise.all(servers.map((server) => server.process.exited));
    cleanUp(folder.path);
    folder.remove();
  };
  try {
    const urls = new Map(given.map((service) => [service, process.env[service.urlVariable] ?? '']));
    const present = wanted.filter((service) => !missing.some((entry) => entry.name === service.name));
    const starting = new Map<ServiceName, Promise<string>>();
    const urlOf = (name: ServiceName) =>
      starting.get(name) ?? Promise.resolve(process.env[catalogue[name].urlVariable] ?? '');
    const surroundings = { durable: options.durable ?? false, urlOf };
    for (const service of present) starting.set(service.name, startOne(service, surroundings, folder, servers));
    await Promise.all(present.map(async (service) => urls.set(service, await urlOf(service.name))));
    return describeRunning(urls, missing, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns services with their dependencies first. */
function withNeeds(names: readonly ServiceName[]): Set<ServiceName> {
  return new Set(names.flatMap((name) => [...(catalogue[name].needs ?? []), name]));
}

function startOne(
  service: Service,
  surroundings: Pick<StartContext, 'durable' | 'urlOf'>,
  parent: InstanceFolder,
  servers: StartedServer[],
): Promise<string> {
  const folder = join(parent.path, service.name);
  const ids = readUserIds(service.user);
  mkdirSync(folder, { mode: 0o700 });
  if (ids !== undefined) chownSync(folder, ids.uid, ids.gid);
  return service.start({
    ...surroundings,
    folder,
    spawn(command, args, deathSignal) {
      const server = spawnServer(command, args, { folder, ids, deathSignal });
      servers.push({ service, process: server });
      parent.recordServer(server.pid);
      return server;
    },
  });
}

function describeRunning(
  urls: ReadonlyMap<Service, string>,
  missing: readonly MissingService[],
  stop: () => Promise<void>,
): RunningServices {
  const entries = [...urls];
  const reasons = missing.map((entry) => [nameMissingVariable(catalogue[entry.name]), entry.reason]);
  return {
    env: Object.fromEntries([...entries.map(([service, url]) => [service.urlVariable, url]), ...reasons]),
    urls: Object.fromEntries(entries.map(([service, url]) => [service.name, url])),
    missing,
    stop,
  };
}

function nameMissingVariable(service: Service): string {
  return service.urlVariable.replace(/_URL$/, '_MISSING');
}

function signal(server: ServerProcess, name: NodeJS.Signals): void {
  if (server.hasExited()) return;
  try {
    process.kill(server.pid, name);
  } catch {
    // The process ended between the two lines.
  }
}

/** Nothing can be awaited while a process exits, so the servers are killed. */
function endAtOnce(servers: readonly StartedServer[], folder: InstanceFolder): void {
  for (const { service, process: server } of servers) signal(server, service.stopSignal);
  cleanUp(folder.path);
  folder.remove();
}

/** Removes what services of this or an earlier run left outside their folders. */
function cleanUp(folder: string): void {
  for (const service of Object.values(catalogue)) service.cleanUp?.(join(folder, service.name));
}

/** Calls `end` when this process exits or is signalled; returns a function that removes the hooks. */
function endWithProcess(end: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const onSignal = (name: NodeJS.Signals) => {
    // Another listener decides when this process ends; `exit` follows then.
    if (process.listenerCount(name) > 1) return;
    release();
    end();
    process.kill(process.pid, name);
  };
  const release = () => {
    process.off('exit', end);
    for (const name of signals) process.off(name, onSignal);
  };
  process.once('exit', end);
  for (const name of signals) process.on(name, onSignal);
  return release;
}

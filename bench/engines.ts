import { execFile } from 'node:child_process';
import { createWriteStream, rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startServices } from '../testing/services/index.ts';
import { type Action, act, type Customer, call, makeCustomer } from './engine-customer.ts';
import type { BackupTimes, EngineResult, MetricsPass } from './engine-report.ts';
import { makeFolder, removeFolder, type StartedServer, startHostler } from './processes.ts';

const METRICS_PASS = fileURLToPath(new URL('./metrics-pass.ts', import.meta.url));
const PROJECT = 'hostler';
/** The compression that Hostler requests. */
const COMPRESSION = 'zstd';
const CREATED_AT_ONCE = 4;

export interface EnginePlan {
  readonly restarts: number;
  readonly instances: number;
  readonly backupMib: number;
}

/** Measures on a private LXD what Hostler adds to a call, what reading all machines costs, and how fast a backup is. */
export async function measureEngines(plan: EnginePlan): Promise<EngineResult> {
  const tell = (text: string) => process.stderr.write(`engines: ${text}…\n`);
  const services = await startServices(['lxd'], { durable: true, required: true });
  const folder = makeFolder();
  const socket = (services.urls.lxd ?? '').replace(/^unix:/, '');
  const settings = {
    HOSTLER_DATA_DIR: folder,
    HOSTLER_VPS_ENGINE: 'incus',
    HOSTLER_INCUS_URL: `unix:${socket}`,
    HOSTLER_METRICS_EVERY_SECONDS: '3600',
    // Otherwise reconciliation would notice the machine that is restarted without Hostler.
    HOSTLER_RECONCILE_EVERY_SECONDS: '3600',
  };
  const server = await startHostler({ settings });
  try {
    const customer = await makeCustomer({ ...process.env, ...settings });
    const engine = new Engine(socket);
    tell(`${plan.restarts} forced restarts`);
    const restarts = await measureRestarts(server, engine, customer, plan.restarts);
    tell(`a backup of ${plan.backupMib} MiB`);
    const backup = await measureBackup(server, engine, customer, { mib: plan.backupMib, folder });
    tell(`metrics of ${plan.instances} machines`);
    await engine.fill(plan.instances - 1);
    return { restarts, backup, metrics: await measureMetrics(socket) };
  } finally {
    await server.stop();
    await services.stop();
    removeFolder(folder);
  }
}

/** Alternates both ways, so that a change of the machine's speed affects both. */
async function measureRestarts(
  server: StartedServer,
  engine: Engine,
  customer: Customer,
  count: number,
): Promise<EngineResult['restarts']> {
  const name = `vps-${customer.hostingId}`;
  const direct: number[] = [];
  const through: number[] = [];
  for (let round = 0; round <= count; round++) {
    const directMs = await time(() => engine.restart(name));
    const throughMs = await time(() =>
      act(server, customer, '/hosting/restart', { id: customer.hostingId, force: true }),
    );
    // The first of each warms up.
    if (round > 0) direct.push(directMs);
    if (round > 0) through.push(throughMs);
  }
  return { count, directMs: median(direct), throughMs: median(through) };
}

async function measureBackup(
  server: StartedServer,
  engine: Engine,
  customer: Customer,
  { mib, folder }: { mib: number; folder: string },
): Promise<BackupTimes> {
  const name = `vps-${customer.hostingId}`;
  await engine.run(name, ['dd', 'if=/dev/urandom', 'of=/filling', 'bs=1M', `count=${mib}`]);
  const file = join(folder, 'export');
  const exportTimes: number[] = [];
  const backupTimes: { writtenMs: number; verifiedMs: number }[] = [];
  const idleMb = server.readRssMb();
  let peakMb = idleMb;
  for (let round = 0; round < 3; round++) {
    exportTimes.push(await time(() => engine.export(name, file)));
    rmSync(file);
    const watch = setInterval(() => {
      peakMb = Math.max(peakMb, server.readRssMb());
    }, 50);
    backupTimes.push(await timeBackup(server, customer));
    clearInterval(watch);
  }
  return {
    mib,
    exportMs: median(exportTimes),
    writtenMs: median(backupTimes.map(({ writtenMs }) => writtenMs)),
    verifiedMs: median(backupTimes.map(({ verifiedMs }) => verifiedMs)),
    idleMb,
    peakMb,
  };
}

/** The action reports 50 when the file is written; the rest is reading it back. */
async function timeBackup(server: StartedServer, customer: Customer) {
  const began = performance.now();
  const { action_id } = await call<{ action_id: number }>(server, customer, 'POST', '/backups', {
    hosting_id: customer.hostingId,
  });
  let writtenMs = 0;
  for (;;) {
    const action = await call<Action>(server, customer, 'GET', `/actions/show?id=${action_id}`);
    if (writtenMs === 0 && action.progress >= 50) writtenMs = performance.now() - began;
    if (action.status === 'succeeded') return { writtenMs, verifiedMs: performance.now() - began };
    if (action.status === 'failed') throw new Error(`The backup failed: ${action.error?.message}`);
    await sleep(5);
  }
}

/** Runs in a separate process, so that all of its memory is counted. */
async function measureMetrics(socket: string): Promise<MetricsPass> {
  const { stdout } = await promisify(execFile)(process.execPath, [METRICS_PASS, socket]);
  return JSON.parse(stdout) as MetricsPass;
}

/** Talks to the engine directly, without Hostler. */
class Engine {
  readonly #socket: string;

  constructor(socket: string) {
    this.#socket = socket;
  }

  async restart(name: string): Promise<void> {
    await this.#operate('PUT', `/1.0/instances/${name}/state`, { action: 'restart', force: true, timeout: -1 });
  }

  /** Exports like the engine's own tool: creates a backup, downloads it, deletes it. */
  async export(name: string, file: string): Promise<void> {
    const backups = `/1.0/instances/${name}/backups`;
    await this.#operate('POST', backups, { name: 'bench', instance_only: true, compression_algorithm: COMPRESSION });
    const response = await this.#request('GET', `${backups}/bench/export`);
    await pipeline(response, createWriteStream(file));
    await this.#operate('DELETE', `${backups}/bench`);
  }

  async run(name: string, command: readonly string[]): Promise<void> {
    await this.#operate('POST', `/1.0/instances/${name}/exec`, { command, 'wait-for-websocket': false });
  }

  /** Creates small machines, all running. */
  async fill(count: number): Promise<void> {
    const names = Array.from({ length: count }, (_, index) => `filling-${index}`);
    const createNext = async () => {
      for (let name = names.pop(); name !== undefined; name = names.pop()) {
        const source = { type: 'image', alias: 'busybox' };
        await this.#operate('POST', '/1.0/instances', { name, source, config: { 'limits.memory': '64MiB' } });
        await this.#operate('PUT', `/1.0/instances/${name}/state`, { action: 'start', timeout: -1 });
      }
    };
    await Promise.all(Array.from({ length: CREATED_AT_ONCE }, createNext));
  }

  async #operate(method: string, path: string, body?: object): Promise<void> {
    const { operation } = await this.#json(method, path, body);
    const { metadata } = await this.#json('GET', `${operation}/wait`);
    if (metadata?.status_code !== 200) throw new Error(`${method} ${path} failed: ${metadata?.err}`);
  }

  async #json(method: string, path: string, body?: object) {
    const response = await this.#request(method, path, body);
    let text = '';
    for await (const chunk of response) text += chunk;
    return JSON.parse(text) as { operation: string; metadata?: { status_code: number; err: string } };
  }

  #request(method: string, path: string, body?: object): Promise<import('node:http').IncomingMessage> {
    return new Promise((resolve, reject) => {
      const separator = path.includes('?') ? '&' : '?';
      const target = `${path}${separator}project=${PROJECT}`;
      const outgoing = request({ socketPath: this.#socket, method, path: target }, resolve);
      outgoing.once('error', reject);
      outgoing.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
}

async function time(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

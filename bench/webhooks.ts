import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Database } from '@hostler/database';
import { findCommand } from '../testing/services/find-command.ts';
import { type StartedServer, startHostler } from './processes.ts';
import type { DatabaseResult } from './report.ts';
import { type SeededAccount, type Settings, seedTickets } from './seed.ts';
import type { BacklogCost, Latencies, Limit, Throughput, WebhookResult } from './webhook-report.ts';
import { commitEvents, countRecorded, insertBacklog, openDatabase } from './webhook-seed.ts';

/** The core on which the server runs, too. */
const SERVER_CORE = '0';
const LOOP = fileURLToPath(new URL('./webhook-loop.ts', import.meta.url));
const RECEIVER = fileURLToPath(new URL('./webhook-receiver.ts', import.meta.url));
const POLL_MS = 5;
const PATIENCE_MS = 90_000;
const QUIET_MS = 300;
const PAUSE_BETWEEN_MS = 30;
const WARM_UP_REQUESTS = 20;
const BACKLOG_ROUNDS = 5;
const BACKLOG_ROUND = 1_000;

export interface WebhookPlan {
  readonly events: number;
  readonly webhooks: number;
  readonly limitSeconds: number;
  readonly warmUpEvents: number;
  readonly latencyRequests: number;
  readonly smallBacklog: number;
  readonly largeBacklog: number;
  /** New events of one round while a backlog waits. */
  readonly backlogEvents: number;
}

interface Hook {
  readonly id: number;
  readonly account: SeededAccount;
}

interface Bench {
  readonly db: Database;
  readonly settings: Settings;
  readonly plan: WebhookPlan;
  readonly hooks: readonly [one: Hook, watched: Hook, waiting: Hook, ...Hook[]];
  readonly receiver: ChildProcess;
}

/**
 * Measures everything on one empty database. The limit is measured before and after, to reveal a change of the
 * machine's speed.
 */
export async function measureWebhooks(
  database: DatabaseResult['database'],
  given: Settings,
  plan: WebhookPlan,
): Promise<WebhookResult> {
  const tell = (text: string) => process.stderr.write(`${database}: ${text}…\n`);
  const settings = { ...given, HOSTLER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' };
  // A child of this process, which is pinned to the other core; it ends when the channel closes.
  const receiver = fork(RECEIVER, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [{ port }] = (await once(receiver, 'message')) as [{ port: number }];
  const { accounts } = await seedTickets(settings, { accounts: plan.webhooks, tickets: plan.webhooks });
  const db = await openDatabase(settings);
  let server = await startHostler({ settings });
  try {
    const hooks = await createWebhooks(server.url, accounts, port);
    const bench: Bench = { db, settings, plan, hooks, receiver };
    tell('webhooks, the limit L₂');
    const before = await measureLimit(port, plan);
    await deliver(bench, server, plan.webhooks, plan.warmUpEvents);
    tell(`${plan.events} events to 1 webhook`);
    const one = await deliver(bench, server, 1, plan.events);
    tell(`${plan.events} events to ${plan.webhooks} webhooks`);
    const many = await deliver(bench, server, plan.webhooks, plan.events);
    const after = await measureLimit(port, plan);
    tell('webhooks, latency');
    const latencies = await measureLatencies(bench, server);
    const costs: BacklogCost[] = [];
    for (const size of [plan.smallBacklog, plan.largeBacklog]) {
      await change(server.url, hooks[2], 'paused');
      await server.stop();
      tell(`a backlog of ${size} deliveries`);
      await insertBacklog(db, { account: hooks[2].account.id, webhook: hooks[2].id }, size, plan.events);
      server = await startHostler({ settings });
      costs.push(await measureBacklog(bench, server, size));
    }
    return { database, limits: [before, after], throughputs: [one, many], latencies, costs };
  } finally {
    await server.stop();
    await db.close();
    receiver.disconnect();
  }
}

async function measureLimit(port: number, { limitSeconds }: WebhookPlan): Promise<Limit> {
  const args = ['-c', SERVER_CORE, process.execPath, LOOP, `http://127.0.0.1:${port}`, String(limitSeconds * 1000)];
  const { stdout } = await promisify(execFile)(findCommand('taskset') ?? '', args, { timeout: PATIENCE_MS });
  return JSON.parse(stdout) as Limit;
}

/** Creates one webhook for each account, each with its own address; the receiver watches the second one. */
async function createWebhooks(url: string, accounts: readonly SeededAccount[], port: number): Promise<Bench['hooks']> {
  const hooks: Hook[] = [];
  for (const [index, account] of accounts.entries()) {
    const target = `http://127.0.${1 + Math.floor(index / 250)}.${1 + (index % 250)}:${port}/${index === 1 ? 'watched' : ''}`;
    const { id } = await post(url, account, '/webhooks', { url: target, events: ['*'] });
    hooks.push({ id, account });
  }
  const [one, watched, waiting, ...others] = hooks;
  if (!(one && watched && waiting)) throw new Error('Three webhooks at least are needed.');
  return [one, watched, waiting, ...others];
}

async function post(url: string, { key }: SeededAccount, path: string, body: object): Promise<{ id: number }> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${path} was answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { data: { id: number } }).data;
}

async function change(url: string, { id, account }: Hook, status: 'active' | 'paused'): Promise<void> {
  await post(url, account, `/webhooks/update?id=${id}`, { status });
}

/** Measures from the commit of all events, made beside the server, until the last 2xx is recorded. */
async function deliver(bench: Bench, server: StartedServer, webhooks: number, count: number): Promise<Throughput> {
  const { db, hooks } = bench;
  const before = await countRecorded(db);
  await commitEvents(db, hooks[0].account.id, webhooks, count);
  return { webhooks, ...(await timeUntilRecorded(db, server, before, count)) };
}

interface Timing {
  readonly perSecond: number;
  /** Processor time of the server per delivery. */
  readonly cpuUs: number;
}

async function timeUntilRecorded(db: Database, server: StartedServer, before: number, count: number): Promise<Timing> {
  const began = performance.now();
  const cpuBefore = server.readCpuMs();
  let recorded = 0;
  while (recorded < count) {
    await sleep(POLL_MS);
    recorded = (await countRecorded(db)) - before;
    if (performance.now() - began > PATIENCE_MS) throw new Error(`Only ${recorded} of ${count} deliveries arrived.`);
  }
  return {
    perSecond: (recorded * 1000) / (performance.now() - began),
    cpuUs: ((server.readCpuMs() - cpuBefore) * 1000) / recorded,
  };
}

/** Creates one ticket at a time on an otherwise idle server. The commit lies between the request and its answer. */
async function measureLatencies({ hooks, plan, receiver }: Bench, server: StartedServer): Promise<Latencies> {
  const { account } = hooks[1];
  const create = () => post(server.url, account, '/tickets', { subject: 'The shop is slow again', message: 'Again.' });
  for (let count = 0; count < WARM_UP_REQUESTS; count++) await create();
  await sleep(QUIET_MS);
  await askArrivals(receiver);
  const sent: { id: number; requestMs: number; answerMs: number }[] = [];
  for (let count = 0; count < plan.latencyRequests; count++) {
    const requestMs = monotonicMs();
    const { id } = await create();
    sent.push({ id, requestMs, answerMs: monotonicMs() });
    await sleep(PAUSE_BETWEEN_MS);
  }
  await sleep(QUIET_MS);
  const arrivals = new Map(await askArrivals(receiver));
  const timed = sent.map(({ id, requestMs, answerMs }) => {
    const arrivedMs = arrivals.get(id);
    if (arrivedMs === undefined) throw new Error(`The event of ticket ${id} did not arrive.`);
    return { fromRequest: arrivedMs - requestMs, fromAnswer: arrivedMs - answerMs };
  });
  const summarize = (times: number[]) => ({ p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) });
  return {
    requests: sent.length,
    fromRequest: summarize(timed.map(({ fromRequest }) => fromRequest)),
    fromAnswer: summarize(timed.map(({ fromAnswer }) => fromAnswer)),
  };
}

async function askArrivals(receiver: ChildProcess): Promise<[number, number][]> {
  receiver.send('arrivals');
  const [{ arrivals }] = (await once(receiver, 'message')) as [{ arrivals: [number, number][] }];
  return arrivals;
}

/** The same clock in all processes of the machine. */
function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/**
 * Measures the cost of a delivery while `size` deliveries wait for a paused webhook. First it sends new ones to
 * another webhook; then it resumes the paused one and sends the waiting ones. Both sizes are measured in
 * rounds of the same length.
 */
async function measureBacklog(bench: Bench, server: StartedServer, size: number): Promise<BacklogCost> {
  const { db, plan, hooks } = bench;
  const waiting = hooks[2];
  await deliver(bench, server, 1, plan.warmUpEvents);
  const beside: Timing[] = [];
  for (let round = 0; round < 3; round++) beside.push(await deliver(bench, server, 1, plan.backlogEvents));
  const drained: Timing[] = [];
  for (let round = 0; round < BACKLOG_ROUNDS; round++) {
    if (round > 0 && size <= BACKLOG_ROUND) {
      await insertBacklog(db, { account: waiting.account.id, webhook: waiting.id }, size, plan.events);
    }
    await sleep(QUIET_MS);
    const before = await countRecorded(db);
    await change(server.url, waiting, 'active');
    drained.push(await timeUntilRecorded(db, server, before, Math.min(size, BACKLOG_ROUND)));
    await change(server.url, waiting, 'paused');
    await untilQuiet(db);
  }
  return { size, beside: takeMiddle(beside), drained: takeMiddle(drained) };
}

async function untilQuiet(db: Database): Promise<void> {
  for (let before = -1, now = await countRecorded(db); now !== before; now = await countRecorded(db)) {
    before = now;
    await sleep(QUIET_MS);
  }
}

function takeMiddle(timings: readonly Timing[]): Timing {
  const middle = timings.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(timings.length / 2)];
  if (!middle) throw new Error('Nothing was measured.');
  return middle;
}

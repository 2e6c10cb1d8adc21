import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type StartedServer, startHostler } from '../processes.ts';
import { type Settings, seedAccount } from '../seed.ts';
import type { GrowthPlan, GrowthRow } from './plan.ts';
import { countIssued, makeOperatorKey, seedServers } from './seed.ts';

/** The server begins a run by itself soon after its start. */
const SHORT_MS = 1_000;
const WATCHER = fileURLToPath(new URL('../installation-watcher.ts', import.meta.url));

/** Compares the requests of a customer on a server without background work and during passes over all servers. */
export async function measureReadings(settings: Settings, plan: GrowthPlan): Promise<GrowthRow> {
  const { id, key } = await seedAccount(settings, 'watching', 1);
  await seedServers(settings, id, plan.servers);
  const often = { HOSTLER_METRICS_EVERY_SECONDS: '5' };
  const small = await watch(withoutWorker(settings), key, () => sleep(plan.calmMs), plan.calmMs);
  // All recurring jobs run at the start.
  const large = await watch({ ...settings, ...often }, key, () => sleep(plan.busyMs), plan.calmMs);
  return { item: 6, what: `p99 of requests while ${plan.servers} servers are read`, unit: 'ms', small, large };
}

/** Compares the same while a billing run in the server issues invoices. */
export async function measureBusyBilling(settings: Settings, plan: GrowthPlan): Promise<GrowthRow> {
  const { key } = await seedAccount(settings, 'watching', 1);
  const operatorKey = await makeOperatorKey(settings);
  const small = await watch(withoutWorker(settings), key, () => sleep(plan.calmMs), plan.calmMs);
  const before = await countIssued(settings);
  const large = await watch(settings, key, ({ url }) => runBilling(url, operatorKey, plan.busyMs), SHORT_MS);
  const billed = (await countIssued(settings)) - before;
  if (billed === 0) throw new Error('Nothing was billed.');
  return { item: 5, what: `p99 of requests while ${billed} subscriptions are billed`, unit: 'ms', small, large };
}

/** Returns when the run has ended, or takes too long. */
async function runBilling(url: string, key: string, mostMs: number): Promise<void> {
  const request = {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ yes: true }),
  };
  const answered = fetch(`${url}/operator/api/v1/billing/run`, request).then(async (response) => {
    if (!response.ok) throw new Error(`The billing run was answered ${response.status}: ${await response.text()}`);
  });
  await Promise.race([answered, sleep(mostMs)]);
  // The server is stopped while a run that takes too long goes on.
  answered.catch(() => {});
}

const withoutWorker = (settings: Settings) => ({ ...settings, HOSTLER_WORKER: 'off' });

/** Returns the 99th percentile of requests until the work has ended. */
async function watch(
  settings: Settings,
  key: string,
  work: (server: StartedServer) => Promise<unknown>,
  warmUpMs: number,
): Promise<number> {
  const server: StartedServer = await startHostler({ settings });
  const watcher: ChildProcess = fork(WATCHER, [server.url, key]);
  try {
    await once(watcher, 'message');
    await timesDuring(watcher, () => sleep(warmUpMs));
    const times = await timesDuring(watcher, () => work(server));
    return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
  } finally {
    watcher.disconnect();
    await server.stop();
  }
}

async function timesDuring(watcher: ChildProcess, work: () => Promise<unknown>): Promise<number[]> {
  watcher.send('begin');
  await work();
  watcher.send('end');
  const [{ times }] = (await once(watcher, 'message')) as [{ times: number[] }];
  return times;
}

import { type Cluster, startCluster } from './cluster/cluster.ts';
import { makeFolder } from './cluster/folder.ts';
import { audit } from './load/audit.ts';
import { type Customer, commandsOf, createCustomer, registerWebhook } from './load/customer.ts';
import { Ledger } from './load/ledger.ts';
import { Load } from './load/load.ts';
import { Machines } from './load/machines.ts';
import { Receiver } from './load/receiver.ts';
import { areDone, requestRestarts } from './load/restarts.ts';
import type { Result, Scenario } from './scenario.ts';
import { until } from './until.ts';

const SERVERS = 3;

export interface Environment {
  readonly cluster: Cluster;
  run(scenario: Scenario, calmMs: number): Promise<Result>;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** The version that makes the installation and is started first; default: this version. */
  readonly program?: string;
  /** An existing cluster, and the name of a new database on it. */
  readonly on?: { readonly cluster: Cluster; readonly name: string };
}

/** Opens a cluster with a customer who has servers and a webhook. Scenarios run in it one after the other. */
export async function openEnvironment({ program, on }: OpenOptions = {}): Promise<Environment> {
  const cluster = on?.cluster ?? (await startCluster());
  const receiver = new Receiver();
  try {
    if (on) Object.assign(cluster.installation, { name: on.name, folder: makeFolder(), pooled: false });
    const { name, folder } = cluster.installation;
    await cluster.pair.leader.query(`create database "${name}"`);
    const run = commandsOf(() => cluster.settings(), program);
    await run(['migrate']);
    const customer = await createCustomer(run, SERVERS);
    const machines = new Machines(folder);
    machines.start();
    await Promise.all([receiver.start(), cluster.startAll({ program })]);
    await registerWebhook(cluster.balancer.url, customer, receiver.url);
    await until('the servers are made', () => machines.countBoots() === SERVERS);
    const close = async () => {
      machines.stop();
      receiver.close();
      if (!on) await cluster.stop();
    };
    return {
      cluster,
      close,
      run: (scenario, calmMs) => runScenario({ cluster, customer, receiver, machines }, scenario, calmMs),
    };
  } catch (error) {
    receiver.close();
    if (!on) await cluster.stop();
    throw error;
  }
}

interface Participants {
  readonly cluster: Cluster;
  readonly customer: Customer;
  readonly receiver: Receiver;
  readonly machines: Machines;
}

async function runScenario(participants: Participants, scenario: Scenario, calmMs: number): Promise<Result> {
  const { cluster, customer, receiver, machines } = participants;
  const ledger = new Ledger(`${scenario.name}-${Date.now().toString(36)}`);
  const bootsBefore = machines.countBoots();
  const repeatsBefore = receiver.repeats;
  const { url } = cluster.balancer;
  const load = new Load({ url, customer, ledger });
  const findings = await scenario
    .run({
      cluster,
      customer,
      ledger,
      calmMs,
      restart: (servers = customer.servers) => requestRestarts(url, customer, servers, ledger),
      awaitActions: (actions) =>
        until('the restarts are done', () => areDone(url, customer, actions), { withinMs: 90_000, everyMs: 100 }),
    })
    .finally(() => load.end());
  const { leader } = cluster.pair;
  const database = cluster.installation.name;
  const counted = await audit({ leader, database, ledger, receiver, machines, bootsBefore });
  return {
    scenario,
    ...counted,
    acknowledged: ledger.acknowledged().length,
    failed: ledger.failed,
    failures: ledger.failures,
    repeats: receiver.repeats - repeatsBefore,
    longestWaitMs: ledger.longestWaitMs,
    findings,
    problems: [...new Set(ledger.problems)].slice(0, 5),
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../cluster/cluster.ts';
import { findRelease } from '../cluster/release.ts';
import type { Replica, StartOptions } from '../cluster/replica.ts';
import { commandsOf } from '../load/customer.ts';
import type { Scenario } from '../scenario.ts';

/** Replaces one after the other: stops it, waits, starts the other version, waits. */
async function replaceAll(cluster: Cluster, options: StartOptions, drains: boolean): Promise<void> {
  for (const worker of cluster.workers) await replace(worker, options);
  for (const server of cluster.servers) {
    // The previous release does not report on /readyz that it is stopping, so the balancer drains it.
    if (drains) {
      await cluster.balancer.drain(server.name);
      await sleep(1_000);
    }
    await replace(server, options);
    if (drains) await cluster.balancer.useAgain(server.name);
    await cluster.awaitUp();
  }
}

async function replace(replica: Replica, options: StartOptions): Promise<void> {
  await replica.stop();
  await replica.start(options);
}

export const upgradeFrom = (version: string): Scenario => ({
  name: 'rolling-upgrade',
  title: `rolling upgrade from release ${version}`,
  aims: { lost: 0, failed: 0 },
  async run(context) {
    const { cluster, calmMs } = context;
    await sleep(calmMs);
    await commandsOf(() => cluster.settings())(['migrate']);
    const actions = await context.restart();
    await replaceAll(cluster, {}, true);
    await context.awaitActions(actions);
    await sleep(calmMs);
    return {};
  },
});

export const downgradeTo = (version: string): Scenario => ({
  name: 'rolling-downgrade',
  title: `and back to release ${version}`,
  aims: { lost: 0, failed: 0 },
  async run(context) {
    const { cluster, calmMs } = context;
    await sleep(calmMs);
    const actions = await context.restart();
    await replaceAll(cluster, { program: findRelease(version) }, false);
    await context.awaitActions(actions);
    await sleep(calmMs);
    return {};
  },
});

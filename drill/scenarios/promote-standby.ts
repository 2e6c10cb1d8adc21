import { setTimeout as sleep } from 'node:timers/promises';
import type { Scenario } from '../scenario.ts';

export const promoteStandby: Scenario = {
  name: 'promote-standby',
  title: 'PostgreSQL fails permanently; the synchronous standby is promoted behind the same address',
  aims: { lost: 0, failed: 'tried again' },
  async run(context) {
    const { cluster, calmMs } = context;
    const { pair, balancer } = cluster;
    const actions = await context.restart();
    await sleep(calmMs);
    const since = performance.now();
    await pair.leader.stop('SIGKILL');
    await pair.promote();
    await balancer.leadTo(pair.leader.port);
    const promotedMs = performance.now() - since;
    await cluster.awaitUp();
    await context.awaitActions(actions);
    await sleep(calmMs);
    await pair.addStandby(cluster.freePort());
    return { note: `the standby led ${(promotedMs / 1_000).toFixed(1)} s after the end of the first.` };
  },
};

import { setTimeout as sleep } from 'node:timers/promises';
import type { Scenario } from '../scenario.ts';

export const valkeyAway: Scenario = {
  name: 'valkey-away',
  title: 'Valkey is gone and comes back empty',
  aims: { lost: 0, failed: 0 },
  async run(context) {
    const { cluster, calmMs } = context;
    await sleep(calmMs);
    await cluster.valkey.stop();
    const actions = await context.restart();
    await sleep(calmMs);
    await context.awaitActions(actions);
    await cluster.valkey.start();
    await sleep(calmMs);
    return {};
  },
};

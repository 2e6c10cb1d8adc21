import { setTimeout as sleep } from 'node:timers/promises';
import type { Scenario } from '../scenario.ts';

export const restartDatabase: Scenario = {
  name: 'restart-database',
  title: 'PostgreSQL is restarted, in order and by a crash',
  aims: { lost: 0, failed: 'tried again' },
  async run(context) {
    const { cluster, calmMs } = context;
    const { leader } = cluster.pair;
    const actions = await context.restart();
    for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
      await sleep(calmMs);
      await leader.stop(signal);
      await leader.start();
    }
    await cluster.awaitUp();
    await context.awaitActions(actions);
    await cluster.pair.waitForStandby(true);
    await sleep(calmMs);
    return {};
  },
};

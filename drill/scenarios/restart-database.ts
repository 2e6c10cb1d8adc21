import { setTimeout as sleep } from 'node:timers/promises';
import type { Scenario } from '../scenario.ts';

export const restartDatabase: Scenario = {
  name: 'restart-database',
  title: 'PostgreSQL is restarted, in order and by a crash',
  aims: { lost: 0, failed: 'tried again' },
  async play(stage) {
    const { cluster, calmMs } = stage;
    const { leader } = cluster.pair;
    const actions = await stage.restart();
    for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
      await sleep(calmMs);
      await leader.stop(signal);
      await leader.start();
    }
    await cluster.awaitUp();
    await stage.awaitActions(actions);
    await cluster.pair.waitForStandby(true);
    await sleep(calmMs);
    return {};
  },
};

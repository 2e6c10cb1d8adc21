import { setTimeout as sleep } from 'node:timers/promises';
import type { Scenario } from '../scenario.ts';

export const killServer: Scenario = {
  name: 'kill-server',
  title: 'a server is killed (kill -9)',
  aims: { lost: 0, failed: 'tried again' },
  async run({ cluster, calmMs }) {
    const [victim] = cluster.servers;
    await sleep(calmMs);
    await victim.end('SIGKILL');
    await sleep(calmMs);
    await victim.start();
    await cluster.awaitUp();
    await sleep(calmMs);
    return {};
  },
};

import { setTimeout as sleep } from 'node:timers/promises';
import type { Scenario } from '../scenario.ts';

const FROZEN_MS = 12_000;

/** Its connections stay open and are not answered: until the balancer notices, requests go there and hang. */
export const freezeServer: Scenario = {
  name: 'freeze-server',
  title: `a server is frozen for ${FROZEN_MS / 1_000} s (SIGSTOP)`,
  aims: { lost: 0, failed: 'tried again' },
  async run({ cluster, calmMs }) {
    const [, victim] = cluster.servers;
    await sleep(calmMs);
    victim.kill('SIGSTOP');
    await sleep(FROZEN_MS);
    victim.kill('SIGCONT');
    await cluster.awaitUp();
    await sleep(calmMs);
    return {};
  },
};

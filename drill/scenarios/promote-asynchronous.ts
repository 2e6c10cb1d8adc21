import { setTimeout as sleep } from 'node:timers/promises';
import { Link } from '../cluster/link.ts';
import type { Scenario } from '../scenario.ts';

/** Latency to another continent. */
const WAY_MS = 100;

/** Shows why commits should wait for the standby: what it has not received is lost with the old leader. */
export const promoteAsynchronous: Scenario = {
  name: 'promote-asynchronous',
  title: `the same with an asynchronous standby, ${WAY_MS} ms away`,
  aims: { lost: 'measured', failed: 'tried again' },
  async run({ cluster, calmMs, ledger }) {
    const { pair, balancer } = cluster;
    await pair.dropStandby();
    const link = await Link.open(pair.leader.port);
    link.delayMs = WAY_MS;
    try {
      await pair.addStandby(cluster.freePort(), { synchronous: false, through: link.port });
      await sleep(calmMs);
      const ended = pair.leader.stop('SIGKILL');
      // Data that has not left the machine's network card is lost with the machine.
      link.close();
      await ended;
      const acknowledged = ledger.acknowledged().length;
      await pair.promote();
      await balancer.leadTo(pair.leader.port);
      await cluster.awaitUp();
      await sleep(calmMs);
      await pair.addStandby(cluster.freePort());
      return {
        note: `${acknowledged} writes had been acknowledged when it died. Ids of lost ones are given again, which counts as doubled.`,
      };
    } finally {
      link.close();
    }
  },
};

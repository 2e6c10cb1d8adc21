import { setTimeout as sleep } from 'node:timers/promises';
import { type Scenario, TAKEOVER_AIM_MS } from '../scenario.ts';
import { strikeWorker } from './victim.ts';

const CUT_MS = 60_000;
/** The engine is still reachable, but takes longer than its caller waits. */
const ENGINE_DELAY_MS = 30_000;

export const cutWorker: Scenario = {
  name: 'cut-worker',
  title: `the network of a worker is cut for ${CUT_MS / 1_000} s in the middle of engine calls`,
  aims: { lost: 0, failed: 0, takeoverMs: TAKEOVER_AIM_MS },
  async run(context) {
    const { workers, links: named } = context.cluster;
    const [, victim] = workers;
    const links = Object.values(named);
    let cutAt = 0;
    const strike = () => {
      cutAt = performance.now();
      for (const link of links) link.cut();
    };
    try {
      const { takeoverMs, actions } = await strikeWorker(context, { engineDelayMs: ENGINE_DELAY_MS, strike });
      await context.awaitActions(actions);
      await sleep(Math.max(0, cutAt + CUT_MS - performance.now()));
      for (const link of links) link.restore();
      await sleep(context.calmMs);
      // The victim works again by itself: alone, it does all the work.
      await workers[0].stop();
      await context.awaitActions(await context.restart());
      await workers[0].start();
      await victim.stop();
      await victim.start();
      return { takeoverMs };
    } finally {
      for (const link of links) link.restore();
    }
  },
};

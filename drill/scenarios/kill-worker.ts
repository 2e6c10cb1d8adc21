import { setTimeout as sleep } from 'node:timers/promises';
import { type Scenario, TAKEOVER_AIM_MS } from '../scenario.ts';
import { strikeWorker } from './victim.ts';

/** Longer than anything here takes: the killed worker would never have finished. */
const ENGINE_DELAY_MS = 50_000;

export const killWorker: Scenario = {
  name: 'kill-worker',
  title: 'a worker is killed in the middle of engine calls (kill -9)',
  aims: { lost: 0, failed: 0, takeoverMs: TAKEOVER_AIM_MS },
  async run(context) {
    const [, victim] = context.cluster.workers;
    const strike = () => victim.kill('SIGKILL');
    const { takeoverMs, actions } = await strikeWorker(context, { engineDelayMs: ENGINE_DELAY_MS, strike });
    await context.awaitActions(actions);
    await victim.start();
    await sleep(context.calmMs);
    return { takeoverMs };
  },
};

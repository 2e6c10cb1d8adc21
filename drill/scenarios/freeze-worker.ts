import { setTimeout as sleep } from 'node:timers/promises';
import { type Scenario, TAKEOVER_AIM_MS } from '../scenario.ts';
import { strikeWorker } from './victim.ts';

/**
 * The engine calls end while the worker is frozen: on waking it would first go on with jobs that others have done by
 * then.
 */
const ENGINE_DELAY_MS = 12_000;
const FROZEN_MS = 16_000;

export const freezeWorker: Scenario = {
  name: 'freeze-worker',
  title: `a worker is frozen in the middle of engine calls (SIGSTOP) and wakes up after ${FROZEN_MS / 1_000} s`,
  aims: { lost: 0, failed: 0, takeoverMs: TAKEOVER_AIM_MS },
  async run(context) {
    const [, victim] = context.cluster.workers;
    let frozenAt = 0;
    const strike = () => {
      frozenAt = performance.now();
      victim.kill('SIGSTOP');
    };
    const { takeoverMs, actions } = await strikeWorker(context, { engineDelayMs: ENGINE_DELAY_MS, strike });
    await context.awaitActions(actions);
    await sleep(Math.max(0, frozenAt + FROZEN_MS - performance.now()));
    victim.kill('SIGCONT');
    await sleep(context.calmMs);
    await victim.stop();
    await victim.start();
    return { takeoverMs };
  },
};

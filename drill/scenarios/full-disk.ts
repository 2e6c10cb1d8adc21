import { setTimeout as sleep } from 'node:timers/promises';
import type { Scenario } from '../scenario.ts';

const FULL_MS = 8_000;

export const fullDisk: Scenario = {
  name: 'full-disk',
  title: `the disk of PostgreSQL is full for ${FULL_MS / 1_000} s`,
  aims: { lost: 0, failed: 'tried again' },
  async run(context) {
    const { cluster, calmMs } = context;
    const { disk, pair } = cluster;
    if (!disk) return { note: 'skipped: only root can mount a small disk.' };
    const actions = await context.restart();
    await sleep(calmMs);
    disk.fill();
    await sleep(FULL_MS);
    const ended = pair.leader.hasEnded();
    disk.free();
    // PostgreSQL gives up if it cannot even write that it restarts; then the operator who made room starts it.
    if (ended) await pair.leader.start();
    await cluster.awaitUp();
    await context.awaitActions(actions);
    await sleep(calmMs);
    return { note: ended ? 'PostgreSQL ended and was started again.' : 'PostgreSQL refused writes and stayed up.' };
  },
};

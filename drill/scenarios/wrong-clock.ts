import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Scenario } from '../scenario.ts';

const SHIFT_MS = 5 * 60_000;
const SHIFTED_CLOCK = fileURLToPath(new URL('../cluster/shifted-clock.ts', import.meta.url));

/** Shifts the clocks of a server and a worker ahead, and then behind. */
export const wrongClock: Scenario = {
  name: 'wrong-clock',
  title: 'the clock of one server and one worker is five minutes off, ahead and then behind',
  aims: { lost: 0, failed: 0 },
  async run(context) {
    const { cluster, calmMs } = context;
    const wrong = [cluster.servers[2], cluster.workers[1]];
    const replace = async (settings: Record<string, string>) => {
      await Promise.all(wrong.map((replica) => replica.stop()));
      await Promise.all(wrong.map((replica) => replica.start({ settings })));
      await cluster.awaitUp();
    };
    for (const shift of [SHIFT_MS, -SHIFT_MS]) {
      await replace({ NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`, DRILL_CLOCK_SHIFT_MS: String(shift) });
      await context.awaitActions(await context.restart());
      await sleep(calmMs);
    }
    await replace({});
    await context.awaitActions(await context.restart());
    return {};
  },
};

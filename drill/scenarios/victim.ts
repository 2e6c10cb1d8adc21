import { watchLeases } from '../leases.ts';
import type { Stage } from '../scenario.ts';

interface Struck {
  /** From the fault until the other worker had all of it. */
  readonly takeoverMs: number;
  /** Of the restarts that were at work. */
  readonly actions: readonly number[];
}

/**
 * The second worker gets all the restarts there are, in an engine that takes its time; then something happens to it,
 * and the first one, which came later, is left with the work.
 */
export async function strikeWorker(
  stage: Stage,
  { engineDelayMs, strike }: { engineDelayMs: number; strike: () => void },
): Promise<Struck> {
  const [other, victim] = stage.cluster.workers;
  await Promise.all([other.stop(), victim.stop()]);
  await victim.start({ settings: { HOSTLER_SIMULATED_DELAY_MS: String(engineDelayMs) } });
  const leases = await watchLeases(stage.cluster);
  try {
    const actions = await stage.restart();
    await leases.awaitHeld(actions.length);
    await other.start();
    // On a machine so slow that the engine is done by now there is nothing to take over.
    await leases.awaitHeld(actions.length);
    strike();
    return { takeoverMs: await leases.measureTakeover(), actions };
  } finally {
    await leases.close();
  }
}

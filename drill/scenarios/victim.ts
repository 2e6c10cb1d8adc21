import { watchLeases } from '../leases.ts';
import type { ScenarioContext } from '../scenario.ts';

interface Struck {
  /** From the fault until the other worker held all jobs. */
  readonly takeoverMs: number;
  /** Actions of the restarts that were running. */
  readonly actions: readonly number[];
}

/**
 * Gives the second worker all restarts, in a slow engine, and starts the first one later. Then strikes the second one,
 * so that the first one is left with the work.
 */
export async function strikeWorker(
  context: ScenarioContext,
  { engineDelayMs, strike }: { engineDelayMs: number; strike: () => void },
): Promise<Struck> {
  const [other, victim] = context.cluster.workers;
  await Promise.all([other.stop(), victim.stop()]);
  await victim.start({ settings: { HOSTLER_SIMULATED_DELAY_MS: String(engineDelayMs) } });
  const leases = await watchLeases(context.cluster);
  try {
    const actions = await context.restart();
    await leases.awaitHeld(actions.length);
    await other.start();
    // On a machine so slow that the engine is done by now, there is nothing to take over.
    await leases.awaitHeld(actions.length);
    strike();
    return { takeoverMs: await leases.measureTakeover(), actions };
  } finally {
    await leases.close();
  }
}

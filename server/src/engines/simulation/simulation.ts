import { setTimeout as sleep } from 'node:timers/promises';
import { oneByOne } from '#kernel/one-by-one.ts';
import { EngineError, type EngineHealth, type OperationOptions } from '../engine.ts';
import { meetFault } from './faults.ts';

export interface SimulationOptions {
  /** Folder with the state of the simulated engine; processes with the same folder share the engine. */
  dir: string;
  /** Approximate duration of a restart; other work is proportional. 0 means no delay. */
  delayMs?: number;
  now?: () => number;
}

/** Middle of an operation: waits for `share` of the delay, and is where a `halfway` fault strikes. */
export type PassTime = (share: number) => Promise<void>;

export interface Simulation {
  now(): number;
  check(): Promise<EngineHealth>;
  /** Runs one operation of a driver with its pending faults and its delay. Fails only with EngineError. */
  run<T>(
    operation: string,
    target: string,
    options: OperationOptions | undefined,
    work: (passTime: PassTime) => Promise<T>,
  ): Promise<T>;
}

export function createSimulation({ dir, delayMs = 0, now = Date.now }: SimulationOptions): Simulation {
  const simulation: Simulation = {
    now,

    async check() {
      try {
        await simulation.run('check', '', undefined, async () => {});
        const detail = 'Nothing outside its folder is touched.';
        return { reachable: true, version: 'simulated', detail, advice: null };
      } catch (error) {
        const detail = error instanceof Error ? error.message : null;
        return { reachable: false, version: null, detail, advice: `Check the folder ${dir}.` };
      }
    },

    async run(operation, target, options, work) {
      const signal = options?.signal;
      try {
        signal?.throwIfAborted();
        await meetFault(dir, operation, target, 'before');
        return await work(async (share) => {
          if (delayMs > 0) {
            await sleep(delayMs * share * jitter(), undefined, { signal });
            await oneByOne();
          }
          signal?.throwIfAborted();
          await meetFault(dir, operation, target, 'halfway');
        });
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof EngineError) throw error;
        throw new EngineError('unreachable', 'The service is not available at the moment.', { cause: error });
      }
    },
  };
  return simulation;
}

function jitter(): number {
  return 0.85 + 0.3 * Math.random();
}

import { setTimeout as sleep } from 'node:timers/promises';
import { oneByOne } from '../../kernel/jobs/one-by-one.ts';
import { EngineError, type EngineHealth, type OperationOptions } from '../engine.ts';
import { meetFault } from './faults.ts';

export interface SimulationOptions {
  /** Where the simulated engine keeps its state; all processes that give the same folder see the same engine. */
  dir: string;
  /** About how long a restart takes; other work in proportion. 0: everything at once. */
  delayMs?: number;
  now?: () => number;
}

/** The middle of an operation: takes `share` of the delay, and is where a `halfway` fault strikes. */
export type PassTime = (share: number) => Promise<void>;

export interface Simulation {
  now(): number;
  check(): Promise<EngineHealth>;
  /** Runs one operation of a port: with the faults it was told to have, in its time, failing only as EngineError. */
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

import { EngineError, type OperationOptions } from '../engine.ts';
import { checkName } from './names.ts';

/**
 * Runs the operations of a driver: on names that can be ours only, failing only as EngineError, and with the caller's own
 * reason where the caller gave up.
 */
export function createRunner(translate: (error: unknown) => EngineError) {
  return async function run<T>(
    { signal }: OperationOptions = {},
    names: readonly string[],
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      signal?.throwIfAborted();
      for (const name of names) checkName(name);
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      throw error instanceof EngineError ? error : translate(error);
    }
  };
}

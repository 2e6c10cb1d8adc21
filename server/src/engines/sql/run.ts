import { EngineError, type OperationOptions } from '../engine.ts';
import { checkName } from './names.ts';

/** Runs operations of a driver: checks the names, fails only with EngineError, and passes on the reason of an abort. */
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

import { checkHold } from '../kernel/jobs/hold.ts';
import { runIn, startChildSpan } from '../kernel/trace/trace.ts';
import { EngineError, type EngineHealth } from './engine.ts';
import { announceCalls, type CallResult, noteCall } from './metrics.ts';

type Operation = (...args: unknown[]) => unknown;

/**
 * The same driver, with every call of it counted, timed and traced: what goes on at the engines, whichever drivers they
 * have. Work that may be another worker's by now calls none.
 */
export function observe<Driver extends object>(engine: string, driver: Driver): Driver {
  const observed = { ...driver } as Record<string, unknown>;
  const operations = Object.entries(driver).filter(([, part]) => typeof part === 'function') as [string, Operation][];
  for (const [operation, run] of operations) {
    const call = (...args: unknown[]) => {
      checkHold();
      const began = performance.now();
      const span = startChildSpan({ name: `${engine}.${operation}`, kind: 'client' });
      const end = (result: CallResult) => {
        noteCall(engine, operation, result, began);
        span?.set({ 'hostler.engine.result': result });
        if (result !== 'ok') span?.fail();
        span?.end();
      };
      const outcome = runIn(span, () => run.apply(driver, args));
      if (!(outcome instanceof Promise)) end('ok');
      else {
        outcome.then(
          (value) => end(judge(operation, value)),
          (error) => end(explain(error)),
        );
      }
      return outcome;
    };
    observed[operation] = isGenerator(run) ? call : rejecting(call);
  }
  announceCalls(
    engine,
    operations.map(([operation]) => operation),
  );
  return observed as Driver;
}

/** What is thrown at once is thrown past whoever is about to wait for several calls: of the others nobody would hear. */
function rejecting(call: Operation): Operation {
  return (...args) => {
    try {
      return call(...args);
    } catch (error) {
      return Promise.reject(error);
    }
  };
}

function isGenerator(run: Operation): boolean {
  return Object.prototype.toString.call(run) === '[object AsyncGeneratorFunction]';
}

/** A check never throws: an engine that is away is what it found. */
function judge(operation: string, value: unknown): CallResult {
  return operation === 'check' && !(value as EngineHealth).reachable ? 'unreachable' : 'ok';
}

function explain(error: unknown): CallResult {
  if (error instanceof EngineError) return error.code;
  return (error as Error | undefined)?.name === 'AbortError' ? 'aborted' : 'failed';
}

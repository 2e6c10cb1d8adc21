import { addToCallLog } from '#kernel/call-log.ts';
import { noteCurrentWork } from '#kernel/current-work.ts';
import { checkHold } from '#kernel/jobs/hold.ts';
import type { Outages } from '#kernel/outages.ts';
import { runIn, startChildSpan } from '#kernel/trace/trace.ts';
import { EngineError, type EngineHealth } from './engine.ts';
import { announceCalls, type CallResult, noteCall } from './metrics.ts';
import { countCall } from './recent-calls.ts';

type Operation = (...args: unknown[]) => unknown;

/**
 * Wraps a driver so that every call is counted, timed and traced. Calls that do not reach the engine are logged as an
 * outage. Work whose lease may be lost makes no calls.
 */
export function observe<Driver extends object>(engine: string, driver: Driver, outages?: Outages): Driver {
  const observed = { ...driver } as Record<string, unknown>;
  const operations = Object.entries(driver).filter(([, part]) => typeof part === 'function') as [string, Operation][];
  for (const [operation, run] of operations) {
    const call = (...args: unknown[]) => {
      checkHold();
      const began = performance.now();
      const span = startChildSpan({ name: `${engine}.${operation}`, kind: 'client' });
      const end = (result: CallResult, error?: unknown) => {
        noteCurrentWork();
        noteCall(engine, operation, result, began);
        const ms = performance.now() - began;
        countCall(engine, result, ms);
        addToCallLog({ engine, operation, result, ms }, error);
        span?.set({ 'hostler.engine.result': result });
        if (result !== 'ok') span?.fail();
        span?.end();
      };
      const outcome = runIn(span, () => run.apply(driver, args));
      if (!(outcome instanceof Promise)) end('ok');
      else {
        outcome.then(
          (value) => {
            const result = judge(operation, value);
            end(result);
            if (result === 'ok') outages?.answer({ engine });
            else outages?.fail({ engine }, describeHealth(value as EngineHealth), began);
          },
          (error) => {
            const result = explain(error);
            end(result, error);
            if (result === 'unreachable') outages?.fail({ engine }, error, began);
            else if (error instanceof EngineError) outages?.answer({ engine });
          },
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

/**
 * Returns a rejected promise instead of throwing. A caller that starts several calls and then awaits them would
 * otherwise miss the others.
 */
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

/** A check never throws: an unreachable engine is its result. */
function judge(operation: string, value: unknown): CallResult {
  return operation === 'check' && !(value as EngineHealth).reachable ? 'unreachable' : 'ok';
}

function describeHealth({ detail }: EngineHealth): EngineError {
  return new EngineError('unreachable', detail ?? 'It is not reached.');
}

function explain(error: unknown): CallResult {
  if (error instanceof EngineError) return error.code;
  return (error as Error | undefined)?.name === 'AbortError' ? 'aborted' : 'failed';
}

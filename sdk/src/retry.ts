import { HostlerError } from './error.ts';

/** Retry settings of a call. */
export interface RetryOptions {
  /** Maximum number of retries. Default 2; 0 disables retries. */
  readonly retries?: number | undefined;
  /** Maximum `Retry-After` in seconds to wait for; a longer one is thrown. Default 60. */
  readonly longestPause?: number | undefined;
}

interface Attempts extends RetryOptions {
  /** True if the call is safe to repeat. */
  readonly repeatable: boolean;
  readonly signal?: AbortSignal | undefined;
}

const FIRST_PAUSE = 0.5;

/** Retries an attempt until it succeeds, fails permanently, or the retries are used up. */
export async function retry<T>(attempt: () => Promise<T>, options: Attempts): Promise<T> {
  const { retries = 2, longestPause = 60, repeatable, signal } = options;
  for (let failures = 0; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      if (failures >= retries || !(error instanceof HostlerError)) throw error;
      if (!isPassing(error, repeatable, failures > 0)) throw error;
      const { retryAfter = 0 } = error;
      if (retryAfter > longestPause) throw error;
      const ours = Math.min(FIRST_PAUSE * 2 ** failures, longestPause) * (0.75 + Math.random() / 2);
      await sleep(error.retryAfter ?? ours, signal);
    }
  }
}

/** Returns true for temporary errors. A rate-limited call was not executed, so it can always be retried. */
function isPassing({ status, code }: HostlerError, repeatable: boolean, repeated: boolean): boolean {
  if (status === 429) return true;
  if (!repeatable) return false;
  // Our first attempt, whose response was lost, is still in progress.
  if (repeated && code === 'IDEMPOTENCY_KEY_REUSED') return true;
  return status >= 500 || code === 'NETWORK_ERROR' || code === 'TIMEOUT';
}

/** Rejects when the signal aborts, without cancelling a promise that other callers share. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

export function sleep(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

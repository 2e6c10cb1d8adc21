import { HostlerError } from './error.ts';

/** How a failed call is repeated. */
export interface RetryOptions {
  /** How often at most; 2 unless told, 0 for never. */
  readonly retries?: number | undefined;
  /** A pause that the server asks for and that is longer, in seconds, is left to the caller; 60 unless told. */
  readonly longestPause?: number | undefined;
}

interface Attempts extends RetryOptions {
  /** Doing it twice does no harm. */
  readonly repeatable: boolean;
  readonly signal?: AbortSignal | undefined;
}

const FIRST_PAUSE = 0.5;

/** Makes attempts until one succeeds, or until it makes no sense to go on. */
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

/** What may be gone in a moment. A refusal for the rate has done nothing, whatever the call. */
function isPassing({ status, code }: HostlerError, repeatable: boolean, repeated: boolean): boolean {
  if (status === 429) return true;
  if (!repeatable) return false;
  // Our own first attempt, whose answer was lost, is still under way.
  if (repeated && code === 'IDEMPOTENCY_KEY_REUSED') return true;
  return status >= 500 || code === 'NETWORK_ERROR' || code === 'TIMEOUT';
}

/** For what several wait for: one who gives up leaves it to the others. */
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

import type Stripe from 'stripe';
import { SECOND } from '#kernel/time.ts';
import { EngineError, type OperationOptions } from '../../engine.ts';

export interface StripeAccess {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Defaults to the API of Stripe. */
  readonly apiUrl: string | undefined;
  /** Distinguishes installations that share the account: keys and notices of others are ignored. */
  readonly installation: string;
  readonly timeoutMs?: number;
}

/** A charge passes several banks. The limit of Stripe is longer, and jobs retry with the same key. */
const TIMEOUT = 20 * SECOND;

/** Loads the library with the first call, and translates all its errors. */
export function openStripe({ secretKey, apiUrl, timeoutMs = TIMEOUT }: StripeAccess) {
  let loaded: Promise<Stripe> | undefined;
  const load = () => {
    loaded ??= import('stripe').then(
      ({ default: Client }) =>
        new Client(secretKey, {
          timeout: timeoutMs,
          // Callers retry. The library itself retries once after a closed connection, with the same key.
          maxNetworkRetries: 0,
          telemetry: false,
          appInfo: { name: 'Hostler' },
          ...(apiUrl === undefined ? {} : readAddress(apiUrl)),
        }),
    );
    return loaded;
  };
  return async function call<T>(work: (stripe: Stripe) => Promise<T>, options: OperationOptions = {}): Promise<T> {
    const { signal } = options;
    signal?.throwIfAborted();
    const working = load().then(work);
    try {
      return await (signal ? Promise.race([working, rejectOnAbort(signal)]) : working);
    } catch (error) {
      signal?.throwIfAborted();
      throw error instanceof EngineError ? error : translate(error);
    }
  };
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function readAddress(apiUrl: string): { protocol: 'http' | 'https'; host: string; port: string } {
  const { protocol, hostname, port } = new URL(apiUrl);
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return { protocol: scheme, host: hostname, port: port || (scheme === 'http' ? '80' : '443') };
}

type StripeError = InstanceType<typeof Stripe.errors.StripeError>;

/** Translates an error of the library without any payment, customer or key data, which must not be logged. */
function translate(error: unknown): EngineError {
  const { type, code, statusCode, requestId } = error as StripeError;
  if (type === undefined) return unreachable(error);
  const cause = new Error([type, code, statusCode, requestId].filter(Boolean).join(' '));
  if (statusCode === 409 || code === 'idempotency_key_in_use' || code === 'lock_timeout') return unreachable(cause);
  if (type === 'StripeIdempotencyError') {
    return new EngineError('conflict', 'This key was used for another payment already.', { cause });
  }
  if (type !== 'StripeInvalidRequestError' && type !== 'StripeCardError') return unreachable(cause);
  if (statusCode === 404) {
    return new EngineError('not_found', 'The payment provider knows nothing of this kind.', { cause });
  }
  return new EngineError('refused', 'The payment provider refused this.', { cause });
}

function unreachable(cause: unknown): EngineError {
  return new EngineError('unreachable', 'The payment provider is not available at the moment.', { cause });
}

import Agent from 'undici/lib/dispatcher/agent.js';
import { DeliveryError } from './delivery-error.ts';
import type { Answer, Exchange, ExchangeLimits } from './exchange.ts';
import { Exchanges } from './exchanges.ts';
import { createGuardedConnector } from './guarded-connector.ts';
import { createResolve, type Resolve } from './resolver.ts';
import { checkTargetUrl, type TargetPolicy } from './target.ts';

export interface GuardedLimits extends ExchangeLimits {
  /** From the call to an open connection: name resolution, TCP and TLS. */
  readonly connectMs: number;
}

const LIMITS: GuardedLimits = {
  connectMs: 10_000,
  totalMs: 15_000,
  bodyMs: 2_000,
  keptBytes: 1_024,
  readBytes: 64 * 1_024,
};

const KNOWN_TARGETS = 10_000;

export interface GuardedClientOptions extends TargetPolicy {
  /** Replaces the name servers in tests. */
  readonly resolve?: Resolve;
  readonly limits?: Partial<GuardedLimits>;
  /** Replaces the certificate authorities of the system, in PEM. */
  readonly ca?: string;
}

export interface PostRequest {
  readonly headers: Record<string, string>;
  readonly body: Buffer | string;
  /** Ends the exchange as if it had timed out. */
  readonly signal?: AbortSignal;
}

/** Sends requests to URLs chosen by customers, and only to allowed addresses. */
export interface GuardedClient {
  /**
   * Sends one POST without following redirects. Resolves with any status and throws a `DeliveryError` for everything
   * else.
   */
  post(url: string, request: PostRequest): Promise<Answer>;
  /** Returns the error in a URL, as `checkTargetUrl` does. */
  checkTarget(url: string): string | undefined;
  /** Ends running requests and closes all connections. */
  close(): Promise<void>;
}

export function createGuardedClient(options: GuardedClientOptions): GuardedClient {
  const { deniedNetworks, allowedNetworks, allowLoopback } = options;
  const policy: TargetPolicy = { deniedNetworks, allowedNetworks, allowLoopback };
  const resolve = options.resolve ?? createResolve();
  const limits = { ...LIMITS, ...options.limits };
  const readTarget = createTargetReader(policy);
  const exchanges = new Exchanges(limits);
  const agent = new Agent({
    connect: createGuardedConnector({ policy, resolve, connectMs: limits.connectMs, ca: options.ca }),
    allowH2: false,
    // The exchange has its own timeouts. Those of undici are coarse and restart with every byte.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    async post(url, { headers, body, signal }) {
      const target = readTarget(url);
      if (!target) throw new DeliveryError('refused_target');
      if (signal?.aborted) throw new DeliveryError('timeout');
      const exchange = exchanges.begin();
      const { answer } = exchange;
      if (signal) endWith(signal, exchange);
      agent.dispatch({ ...target, method: 'POST', headers, body }, exchange);
      return answer;
    },
    checkTarget: (url) => checkTargetUrl(url, policy),
    close: () => agent.destroy(),
  };
}

function endWith(signal: AbortSignal, exchange: Exchange): void {
  const giveUp = () => exchange.giveUp();
  signal.addEventListener('abort', giveUp);
  const forget = () => signal.removeEventListener('abort', giveUp);
  exchange.answer.then(forget, forget);
}

/** Caches the check of a URL, which never changes, so that it does not run for every delivery. */
function createTargetReader(policy: TargetPolicy): (url: string) => { origin: string; path: string } | undefined {
  const known = new Map<string, { origin: string; path: string }>();
  return (url) => {
    const found = known.get(url);
    if (found) return found;
    if (checkTargetUrl(url, policy) !== undefined) return undefined;
    const { origin, pathname, search } = new URL(url);
    const target = { origin, path: pathname + search };
    if (known.size >= KNOWN_TARGETS) known.clear();
    known.set(url, target);
    return target;
  };
}

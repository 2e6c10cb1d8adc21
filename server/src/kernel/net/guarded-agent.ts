import Agent from 'undici/lib/dispatcher/agent.js';
import { DeliveryError } from './delivery-error.ts';
import type { Answer, Exchange, ExchangeLimits } from './exchange.ts';
import { Exchanges } from './exchanges.ts';
import { createGuardedConnector } from './guarded-connector.ts';
import { createResolve, type Resolve } from './resolver.ts';
import { checkTargetUrl, type TargetPolicy } from './target.ts';

export interface GuardedLimits extends ExchangeLimits {
  /** From the call to an open connection: name, TCP and TLS. */
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
  /** Instead of the name servers; for tests. */
  readonly resolve?: Resolve;
  readonly limits?: Partial<GuardedLimits>;
  /** Instead of the system's certificate authorities, in PEM. */
  readonly ca?: string;
}

export interface PostRequest {
  readonly headers: Record<string, string>;
  readonly body: Buffer | string;
  /** Ends the exchange as if its time were up. */
  readonly signal?: AbortSignal;
}

/** Sends to addresses that customers chose, and only to those that are theirs to choose. */
export interface GuardedClient {
  /** One POST, redirects not followed. Any status is an answer; everything else throws a `DeliveryError`. */
  post(url: string, request: PostRequest): Promise<Answer>;
  /** What is wrong with the text of a target, as `checkTargetUrl` says it. */
  checkTarget(url: string): string | undefined;
  /** Ends what is under way and closes all connections. */
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
    // The exchange has its own clock; undici's are coarse and begin anew with every byte.
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

/** What the text of a URL allows never changes, so it is asked once per URL and not once per delivery. */
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

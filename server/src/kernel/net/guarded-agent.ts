import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { DeliveryError, toDeliveryError } from './delivery-error.ts';
import type { Answer, Exchange, ExchangeLimits } from './exchange.ts';
import { Exchanges } from './exchanges.ts';
import { createGuardedConnector, resolveAllowed } from './guarded-connector.ts';
import { createResolve, type Resolve } from './resolver.ts';
import { checkTargetUrl, literalAddress, TARGET_REFUSED, type TargetPolicy } from './target.ts';

export interface GuardedLimits extends ExchangeLimits {
  /** From the call to an open connection: name, TCP and TLS. */
  readonly connectMs: number;
  /** How long `checkTarget` waits for the name: someone waits for its answer. */
  readonly checkMs: number;
}

const LIMITS: GuardedLimits = {
  connectMs: 10_000,
  checkMs: 3_000,
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
  /** What is wrong with a target today, as `checkTargetUrl` says it, with its name resolved; one that does not resolve may still come. */
  checkTarget(url: string): Promise<string | undefined>;
  /** Ends what is under way and closes all connections. */
  close(): Promise<void>;
}

export function createGuardedClient(options: GuardedClientOptions): GuardedClient {
  const policy: TargetPolicy = { allowedNetworks: options.allowedNetworks, allowLoopback: options.allowLoopback };
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
    async checkTarget(url) {
      const problem = checkTargetUrl(url, policy);
      const hostname = problem === undefined ? new URL(url).hostname : '';
      if (problem !== undefined || literalAddress(hostname) !== undefined) return problem;
      const verdict = resolveAllowed(hostname, policy, resolve).then(
        () => undefined,
        (error) => (toDeliveryError(error).kind === 'refused_target' ? TARGET_REFUSED : undefined),
      );
      return Promise.race([verdict, sleep(limits.checkMs, undefined, { ref: false })]);
    },
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

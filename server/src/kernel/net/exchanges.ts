import { Exchange, type ExchangeLimits } from './exchange.ts';

/** Checks per limit: the precision is a fraction of the shortest limit. */
const LOOKS_PER_LIMIT = 20;
const MAX_PAUSE_MS = 250;

/** All running exchanges, watched by one timer. */
export class Exchanges {
  readonly #limits: ExchangeLimits;
  readonly #pauseMs: number;
  readonly #underWay = new Set<Exchange>();
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: ExchangeLimits) {
    this.#limits = limits;
    this.#pauseMs = Math.min(MAX_PAUSE_MS, Math.ceil(Math.min(limits.totalMs, limits.bodyMs) / LOOKS_PER_LIMIT));
  }

  begin(): Exchange {
    const exchange = new Exchange(this.#limits, this.#forget);
    this.#underWay.add(exchange);
    this.#timer ??= setInterval(this.#poll, this.#pauseMs);
    return exchange;
  }

  readonly #forget = (exchange: Exchange): void => {
    this.#underWay.delete(exchange);
  };

  readonly #poll = (): void => {
    const now = performance.now();
    for (const exchange of this.#underWay) exchange.expire(now);
    if (this.#underWay.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  };
}

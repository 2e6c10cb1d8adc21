import { Redis } from 'iovalkey';
import { MemoryRateCounter, type RateCounter } from './rate-limit.ts';

const WINDOW_SECONDS = 60;

/**
 * Shares rate counts between replicas. While Valkey is unreachable each replica counts alone, so that the API keeps
 * answering.
 */
export class ValkeyRateCounter implements RateCounter {
  readonly #client: Redis;
  readonly #fallback = new MemoryRateCounter();
  readonly #report: (problem: string | undefined) => void;
  #problem: string | undefined;

  constructor(url: string, report: (problem: string | undefined) => void) {
    this.#report = report;
    this.#client = new Redis(url, {
      lazyConnect: false,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: 250,
      retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
    });
    this.#client.on('error', (error: Error) => this.#note(error.message));
    this.#client.on('ready', () => this.#note(undefined));
  }

  async increment(key: string, window: number): Promise<number> {
    // Counted here, too, so that an outage within a minute does not grant a second budget.
    const alone = this.#fallback.increment(key, window);
    if (this.#client.status !== 'ready') return alone;
    const name = `hostler:rate:${window}:${key}`;
    try {
      const [counted] =
        (await this.#client
          .multi()
          .incr(name)
          .expire(name, 2 * WINDOW_SECONDS)
          .exec()) ?? [];
      const count = counted?.[1];
      if (typeof count !== 'number') return alone;
      // After a late response the connection state is unchanged, so this is the only sign of recovery.
      this.#note(undefined);
      return count;
    } catch (error) {
      this.#note((error as Error).message);
      return alone;
    }
  }

  problem(): string | undefined {
    return this.#problem;
  }

  async close(): Promise<void> {
    this.#client.disconnect();
  }

  #note(problem: string | undefined): void {
    const text = problem && 'Valkey is not reached; each replica counts its rate limits alone.';
    if (text === this.#problem) return;
    this.#problem = text;
    this.#report(text);
  }
}

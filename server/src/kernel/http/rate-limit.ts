import type { Awaitable } from '@hostler/database';
import type { AppError } from '../errors.ts';
import { MINUTE, SECOND } from '../time.ts';
import { errors } from './errors.ts';

/** Counts uses of a key in the current clock minute. */
export interface RateCounter {
  /** Increments a count and returns it. */
  increment(key: string, window: number): Awaitable<number>;
  /** Returns a sentence for the health page, or undefined if all is well. */
  problem(): string | undefined;
  close(): Promise<void>;
}

export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  /** Epoch seconds at which the window ends. */
  readonly reset: number;
}

export function windowOf(now: number): number {
  return Math.floor(now / MINUTE);
}

export function rateState(limit: number, used: number, now: number): RateState {
  return { limit, remaining: Math.max(0, limit - used), reset: (windowOf(now) + 1) * (MINUTE / SECOND) };
}

export function rateLimitExceeded(reset: number, now: number): AppError {
  const seconds = Math.max(1, Math.ceil(reset - now / SECOND));
  return errors.rate_limited({ seconds }, { headers: { 'retry-after': String(seconds) } });
}

/** Most keys counted in a minute. Beyond it the oldest key is dropped. */
const MAX_COUNTED = 100_000;

/** Rate counter of one process: exact, and reset every minute. */
export class MemoryRateCounter implements RateCounter {
  #window = 0;
  #counts = new Map<string, number>();

  increment(key: string, window: number): number {
    if (window !== this.#window) {
      this.#window = window;
      this.#counts = new Map();
    }
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    if (this.#counts.size > MAX_COUNTED) this.#forgetOldest();
    return count;
  }

  #forgetOldest(): void {
    const { value } = this.#counts.keys().next();
    if (value !== undefined) this.#counts.delete(value);
  }

  problem(): undefined {
    return undefined;
  }

  async close(): Promise<void> {}
}

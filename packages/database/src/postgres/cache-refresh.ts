import type { Cacheable } from '../database.ts';
import type { Query } from '../query.ts';

/** Reads earlier results again in one query, in the same order. */
export type Again = (found: readonly never[]) => Query<readonly Cacheable[]>;
export type Run = <T>(query: () => Query<T>) => Promise<T>;

/** A cached result. */
export interface Known {
  readonly key: string;
  value: Promise<Cacheable>;
  /** Monotonic time at which it expires. */
  until: number;
  readonly maxStaleMs: number;
  readonly again: Again | undefined;
  /** Undefined until the result arrives. */
  found: Cacheable;
  /** Set if it was used since it was read. */
  isUsed: boolean;
}

interface Kept {
  values(): Iterable<Known>;
  forget(read: Known): void;
}

interface Asked {
  readonly read: Known;
  /** Last known result. */
  readonly found: Cacheable;
  /** Settle the waiting callers; absent if it is renewed early. */
  resolve?(found: Cacheable): void;
  reject?(error: unknown): void;
}

/** Entries per query. */
const MOST_AT_ONCE = 500;
/** Entries with less of their time left are renewed together with expired ones. */
const AHEAD = 0.5;
/** Minimum interval between scans of the cache, which are slow. */
const GO_THROUGH_EVERY_MS = 200;

/**
 * Renews cached lookups in batches. A thousand callers that return every second would need a thousand lookups per
 * second, each costing a third of a request. A known result suffices to read all of them in one query. A late caller
 * waits for one query, which also renews the entries that others use, before they have to wait.
 */
export class CacheRefresh {
  readonly #again: Again;
  readonly #run: Run;
  readonly #kept: Kept;
  #due: Asked[] = [];
  #isUnderWay = false;
  #wentThroughAt = Number.NEGATIVE_INFINITY;

  constructor(again: Again, run: Run, kept: Kept) {
    this.#again = again;
    this.#run = run;
    this.#kept = kept;
  }

  /** Renews an expired entry. Callers that request it meanwhile wait for the same result. */
  join(read: Known, now: number): Promise<Cacheable> {
    read.until = now + read.maxStaleMs;
    read.isUsed = false;
    const { found } = read;
    read.value = new Promise((resolve, reject) => this.#due.push({ read, found, resolve, reject }));
    if (!this.#isUnderWay) {
      this.#isUnderWay = true;
      setImmediate(() => void this.#askWhileDue());
    }
    return read.value;
  }

  async #askWhileDue(): Promise<void> {
    while (this.#due.length > 0) await this.#ask();
    this.#isUnderWay = false;
  }

  async #ask(): Promise<void> {
    const due = this.#due.splice(0, MOST_AT_ONCE);
    const askedAt = performance.now();
    const asked = [...due, ...this.#takeAhead(MOST_AT_ONCE - due.length, askedAt)];
    try {
      const known = asked.map(({ found }) => found) as never[];
      const renewed = await this.#run(() => this.#again(known));
      for (const [index, each] of asked.entries()) this.#settle(each, renewed[index], askedAt);
    } catch (error) {
      // Entries renewed early stay valid.
      for (const { read, reject } of due) {
        this.#kept.forget(read);
        reject?.(error);
      }
    }
  }

  /** Returns entries in use that expire soon, except those whose lookup is pending. */
  #takeAhead(most: number, now: number): Asked[] {
    const ahead: Asked[] = [];
    if (now - this.#wentThroughAt < GO_THROUGH_EVERY_MS) return ahead;
    this.#wentThroughAt = now;
    for (const read of this.#kept.values()) {
      if (ahead.length >= most) break;
      const { found, isUsed, again, maxStaleMs } = read;
      if (!isUsed || found === undefined || again !== this.#again) continue;
      const left = read.until - now;
      if (left > 0 && left < maxStaleMs * AHEAD) ahead.push({ read, found });
    }
    return ahead;
  }

  #settle({ read, resolve }: Asked, found: Cacheable, askedAt: number): void {
    if (found === undefined) this.#kept.forget(read);
    read.found = found;
    if (resolve) resolve(found);
    // Unless it expired meanwhile and a caller waits for a later result.
    else if (read.until < askedAt + read.maxStaleMs) {
      read.value = Promise.resolve(found);
      read.until = askedAt + read.maxStaleMs;
      read.isUsed = false;
    }
  }
}

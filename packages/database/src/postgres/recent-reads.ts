import { BoundedMap, CACHE_CAPACITY, weigh } from '../cache.ts';
import { cacheLookups } from '../cache-lookups.ts';
import type { Awaitable, Cacheable, CacheOptions } from '../database.ts';
import type { Query } from '../query.ts';
import { type Again, CacheRefresh, type Known, type Run } from './cache-refresh.ts';

/** Caches results of reads up to their allowed age. */
export class RecentReads {
  readonly #kept = new BoundedMap<Known>(CACHE_CAPACITY / 4);
  readonly #run: Run;
  readonly #refresh = new Map<Again, CacheRefresh>();

  constructor(run: Run) {
    this.#run = run;
  }

  find<T extends Cacheable>(key: string, query: () => Query<T>, options?: CacheOptions<T>): Awaitable<T> {
    if (!options) return this.#run(query);
    const known = this.#kept.get(key);
    const now = performance.now();
    if (known && known.until > now) {
      cacheLookups.hits++;
      known.isUsed = true;
      return known.value as Promise<T>;
    }
    cacheLookups.misses++;
    const { maxStaleMs, again } = options;
    if (known?.found !== undefined && again) return this.#renewalsBy(again).join(known, now) as Promise<T>;
    const value = this.#begin(query, options);
    const read: Known = { key, value, until: now + maxStaleMs, maxStaleMs, again, found: undefined, isUsed: false };
    this.#kept.set(key, read, weigh(key, value));
    value.then(
      (found) => {
        read.found = found;
        if (found === undefined) this.#forget(read);
      },
      () => this.#forget(read),
    );
    return value;
  }

  async #begin<T>(query: () => Query<T>, { inTurn }: CacheOptions<T>): Promise<T> {
    return inTurn ? inTurn(() => this.#run(query)) : this.#run(query);
  }

  #renewalsBy(again: Again): CacheRefresh {
    const known = this.#refresh.get(again);
    if (known) return known;
    const kept = { values: () => this.#kept.values(), forget: (read: Known) => this.#forget(read) };
    const refresh = new CacheRefresh(again, this.#run, kept);
    this.#refresh.set(again, refresh);
    return refresh;
  }

  /** Drops a lookup that failed or found nothing: the next one may find something. */
  #forget(read: Known): void {
    if (this.#kept.get(read.key) === read) this.#kept.delete(read.key);
  }
}

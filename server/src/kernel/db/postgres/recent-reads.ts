import { BoundedMap, CACHE_CAPACITY, weigh } from '../cache.ts';
import type { Awaitable, Cacheable, CacheOptions } from '../database.ts';
import { cacheLookups } from '../metrics.ts';

/** Results of reads that are kept for as long as they may be old. */
export class RecentReads {
  readonly #kept = new BoundedMap<{ value: Promise<unknown>; until: number }>(CACHE_CAPACITY / 4);

  find<T extends Cacheable>(key: string, read: () => Promise<T>, options?: CacheOptions): Awaitable<T> {
    if (!options) return read();
    const known = this.#kept.get(key);
    const now = performance.now();
    if (known && known.until > now) {
      cacheLookups.hits++;
      return known.value as Promise<T>;
    }
    cacheLookups.misses++;
    const value = begin(read, options);
    this.#kept.set(key, { value, until: now + options.maxStaleMs }, weigh(key, value));
    // A look-up that failed or found nothing says nothing about the next one.
    const forget = () => this.#kept.delete(key);
    value.then((found) => found === undefined && forget(), forget);
    return value;
  }
}

async function begin<T>(read: () => Promise<T>, { inTurn }: CacheOptions): Promise<T> {
  return inTurn ? inTurn(read) : read();
}

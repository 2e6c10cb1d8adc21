import type pg from 'pg';
import { AskedBefore, BoundedMap, CACHE_CAPACITY, hashVersion, weigh } from '../cache.ts';
import { cacheLookups } from '../cache-lookups.ts';
import type { Kept } from '../database.ts';
import type { Query } from '../query.ts';
import { BatchedReads } from './batched-reads.ts';
import { drive, type Surroundings } from './drive.ts';
import { readAtOneMoment } from './transaction.ts';
import { askVersions, type Pair, readVersions, type Versioned } from './versions.ts';
import { Watch } from './watch.ts';

interface Page extends Kept<string> {
  /** Pairs it depends on, and their versions when it was read. */
  readonly pairs: readonly Pair[];
  readonly seen: readonly number[];
}

/** Caches responses until a row they were read from is written, by any process. */
export class KeptPages {
  readonly #pages = new BoundedMap<Page>(CACHE_CAPACITY);
  readonly #asked = new AskedBefore();
  readonly #pool: pg.Pool;
  readonly #reads: BatchedReads;
  readonly #versioned: Versioned;

  constructor(pool: pg.Pool, versioned: Versioned) {
    this.#pool = pool;
    this.#reads = new BatchedReads(pool);
    this.#versioned = versioned;
  }

  async find<T extends string>(key: string, query: () => Query<T>, surroundings: Surroundings): Promise<Kept<T>> {
    const known = this.#pages.get(key);
    if (known && (await this.#isTrue(known))) {
      cacheLookups.hits++;
      return known as Kept<string> as Kept<T>;
    }
    cacheLookups.misses++;
    return this.#read(key, query, surroundings);
  }

  /** Reads in a batch with others. Reads again alone if the results were not of one snapshot. */
  async #read<T extends string>(key: string, query: () => Query<T>, surroundings: Surroundings): Promise<Kept<T>> {
    const watch = new Watch(this.#versioned, this.#reads);
    const [found] = await Promise.allSettled([drive(this.#reads, query(), { ...surroundings, watch })]);
    if (!(await watch.sawOneMoment())) return this.#readAlone(key, query(), surroundings);
    if (found.status === 'rejected') throw found.reason;
    return this.#keep(key, found.value, watch);
  }

  #readAlone<T extends string>(key: string, query: Query<T>, surroundings: Surroundings): Promise<Kept<T>> {
    return readAtOneMoment(this.#pool, async (line) => {
      const watch = new Watch(this.#versioned, {
        askVersions: async (pairs) => readVersions((await line.query(askVersions(pairs))).rows),
      });
      return this.#keep(key, await drive(line, query, { ...surroundings, watch }), watch);
    });
  }

  async #keep<T extends string>(key: string, value: T, watch: Watch): Promise<Kept<T>> {
    const seen = await watch.listVersions();
    if (!seen) return { value, version: undefined };
    const pairs = [...seen.keys()];
    const versions = [...seen.values()];
    const page = { value, version: hashVersion(`${pairs.join()} ${versions.join()} ${key}`), pairs, seen: versions };
    if (this.#asked.note(key)) this.#pages.set(key, page, weigh(key, value) + WEIGHT_OF_PAIR * pairs.length);
    return page;
  }

  /** Checks the versions before every use. A page that depends on nothing is always valid. */
  async #isTrue({ pairs, seen }: Page): Promise<boolean> {
    if (pairs.length === 0) return true;
    const now = await this.#reads.askVersions(pairs);
    return now !== undefined && pairs.every((pair, index) => (now.get(pair) ?? 0) === seen[index]);
  }
}

const WEIGHT_OF_PAIR = 64;

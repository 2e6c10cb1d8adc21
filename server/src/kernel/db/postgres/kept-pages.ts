import { BoundedMap, CACHE_CAPACITY, hashVersion, weigh } from '../cache.ts';
import type { Kept } from '../database.ts';
import { cacheLookups } from '../metrics.ts';
import type { Query } from '../query.ts';
import type { SqlValue, Statement } from '../statement.ts';
import type { BatchedReads } from './batched-reads.ts';
import { drive, type Surroundings } from './drive.ts';
import type { Pair, Versioned, Versions } from './versions.ts';

interface Page extends Kept<Buffer> {
  /** What it depends on, and the versions that had when it was read. */
  readonly pairs: readonly Pair[];
  readonly seen: readonly number[];
}

/** Answers that are kept until something they were read from is written, by whichever process. */
export class KeptPages {
  readonly #pages = new BoundedMap<Page>(CACHE_CAPACITY);
  readonly #reads: BatchedReads;
  readonly #versioned: Versioned;

  constructor(reads: BatchedReads, versioned: Versioned) {
    this.#reads = reads;
    this.#versioned = versioned;
  }

  async find<T extends Buffer>(key: string, query: () => Query<T>, surroundings: Surroundings): Promise<Kept<T>> {
    const known = this.#pages.get(key);
    if (known && (await this.#isTrue(known))) {
      cacheLookups.hits++;
      return known as Kept<Buffer> as Kept<T>;
    }
    cacheLookups.misses++;
    return this.#read(key, query(), surroundings);
  }

  async #read<T extends Buffer>(key: string, query: Query<T>, surroundings: Surroundings): Promise<Kept<T>> {
    const watch = new Watch(this.#reads, this.#versioned);
    const value = await drive(this.#reads, query, { ...surroundings, watch });
    const seen = await watch.finish();
    if (!seen) return { value, version: undefined };
    const pairs = [...seen.keys()];
    const versions = [...seen.values()];
    const page = { value, version: hashVersion(`${pairs.join()} ${versions.join()} ${key}`), pairs, seen: versions };
    this.#pages.set(key, page, weigh(key, value) + WEIGHT_OF_PAIR * pairs.length);
    return page;
  }

  /** Never given out unasked; what was read from nothing is always true. */
  async #isTrue({ pairs, seen }: Page): Promise<boolean> {
    if (pairs.length === 0) return true;
    const now = await this.#reads.askVersions(pairs);
    return now !== undefined && pairs.every((pair, index) => (now.get(pair) ?? 0) === seen[index]);
  }
}

const WEIGHT_OF_PAIR = 64;

/** Sees which statements a query runs, and asks, before each, for the versions of what it reads. */
class Watch {
  readonly #reads: BatchedReads;
  readonly #versioned: Versioned;
  readonly #seen = new Map<Pair, Promise<Versions | undefined>>();
  #isKnown = true;

  constructor(reads: BatchedReads, versioned: Versioned) {
    this.#reads = reads;
    this.#versioned = versioned;
  }

  note(statement: Statement, values: readonly SqlValue[]): void {
    if (!this.#isKnown) return;
    const pairs = this.#versioned.listRead(statement, values);
    if (!pairs) {
      this.#isKnown = false;
      return;
    }
    // What was there before the first look is what counts.
    const unseen = pairs.filter((pair) => !this.#seen.has(pair));
    if (unseen.length === 0) return;
    const asked = this.#reads.askVersions(unseen);
    // Whoever waits for the statement is told.
    asked.catch(() => {});
    for (const pair of unseen) this.#seen.set(pair, asked);
  }

  /** Undefined where the versions of something are not known. */
  async finish(): Promise<Map<Pair, number> | undefined> {
    const versions = new Map<Pair, number>();
    for (const [pair, asked] of this.#seen) {
      const found = await asked;
      if (!found || !this.#isKnown) return undefined;
      versions.set(pair, found.get(pair) ?? 0);
    }
    return this.#isKnown ? versions : undefined;
  }
}

import type { Awaitable, Cacheable, CacheOptions, Database, Query } from '@hostler/database';
import { sourceOf } from '../net/networks.ts';
import { MINUTE } from '../time.ts';
import type { Source } from './caller.ts';
import { Turns } from './turns.ts';

/**
 * A revoked or expired credential must be refused everywhere within a second. If a lookup is not free, its cached
 * result may be this old.
 */
const MAX_STALE_MS = 900;
/** Concurrent lookups per address and in total: guessing must not delay other callers. */
const AT_A_TIME = { each: 2, all: 4 };
/** Keeps a shared lookup running even if one of its callers disconnects. */
const STAYS = { destroyed: false };

/** Finds credentials for authenticators. Cached lookups need no query. */
export class CredentialLookUps {
  readonly #db: Database;
  readonly #turns = new Turns(AT_A_TIME);

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Finds a credential. `name` must be unique for the kind and the credential. `again` is for kinds with thousands in
   * use: those are known already, so they are no guesses and skip the queue.
   */
  find<T extends Cacheable>(
    name: string,
    lookUp: () => Query<T>,
    source: Source,
    again?: CacheOptions<T>['again'],
  ): Awaitable<T> {
    return this.#db.cached(name, lookUp, {
      maxStaleMs: MAX_STALE_MS,
      again,
      inTurn: (read) => this.#turns.run(sourceOf(source.ip), read, STAYS),
    });
  }
}

const MARK_EVERY_MS = MINUTE;
const REMEMBERED = 10_000;

/** Limits marking a credential as used to one write per minute instead of one per request. */
export class UseMarks {
  readonly #markedAt = new Map<number, number>();

  /** Returns whether the credential should be marked now, and counts it as marked. */
  isDue(id: number, now: number): boolean {
    if (Math.abs(now - (this.#markedAt.get(id) ?? 0)) < MARK_EVERY_MS) return false;
    if (this.#markedAt.size >= REMEMBERED) this.#markedAt.clear();
    this.#markedAt.set(id, now);
    return true;
  }
}

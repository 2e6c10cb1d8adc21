import type { Awaitable, Cacheable, CacheOptions, Database } from '../db/database.ts';
import type { Query } from '../db/query.ts';
import { sourceOf } from '../net/networks.ts';
import { MINUTE } from '../time.ts';
import type { Source } from './caller.ts';
import { Turns } from './turns.ts';

/** What was revoked or ended is refused everywhere within a second; a look-up may be this old where asking is not free. */
const MAX_STALE_MS = 900;
/** From one address, and from all, at a time: whoever guesses must not keep others waiting. */
const AT_A_TIME = { each: 2, all: 4 };
/** Others may ask for the same: it is looked up even if one of them goes away. */
const STAYS = { destroyed: false };

/** How an authenticator finds what a credential stands for. Warm, it costs no query. */
export class CredentialLookUps {
  readonly #db: Database;
  readonly #turns = new Turns(AT_A_TIME);

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * `name` is of the kind and the credential: two that differ must not be called the same. `again` is for a kind with
   * thousands in use at a time: those are known, so nobody guesses, and they need no turn.
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

/** Which credentials were marked as used a moment ago: that is written once a minute for each, not with every request. */
export class UseMarks {
  readonly #markedAt = new Map<number, number>();

  /** Whether it is time to mark this one; it counts as marked from now on. */
  isDue(id: number, now: number): boolean {
    if (Math.abs(now - (this.#markedAt.get(id) ?? 0)) < MARK_EVERY_MS) return false;
    if (this.#markedAt.size >= REMEMBERED) this.#markedAt.clear();
    this.#markedAt.set(id, now);
    return true;
  }
}

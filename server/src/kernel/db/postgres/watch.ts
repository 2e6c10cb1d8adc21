import type { SqlValue, Statement } from '../statement.ts';
import type { Pair, Versioned, Versions } from './versions.ts';

/** Undefined while there are writers who do not keep count. */
type Ask = (pairs: readonly Pair[]) => Promise<Versions | undefined>;

interface VersionAsker {
  /** Which there are before the statement that is run next. */
  readonly askVersions: Ask;
  /** Which there are behind it; absent where all statements are of one moment anyway. */
  readonly askVersionsAfter?: Ask;
}

/**
 * Sees which statements a query runs, and asks for the versions of what they read: before the first that reads something,
 * and behind each further one for those of all that was read. Where these are still what they were, all of it was there
 * at one moment.
 */
export class Watch {
  readonly #versioned: Versioned;
  readonly #asker: VersionAsker;
  readonly #seen = new Map<Pair, Promise<Versions | undefined>>();
  #seenAfter: Promise<Versions | undefined> | undefined;
  #statements = 0;
  #isKnown = true;

  constructor(versioned: Versioned, asker: VersionAsker) {
    this.#versioned = versioned;
    this.#asker = asker;
  }

  note(statement: Statement, values: readonly SqlValue[]): void {
    this.#statements++;
    if (!this.#isKnown) return;
    const pairs = this.#versioned.listRead(statement, values);
    if (!pairs) {
      this.#isKnown = false;
      return;
    }
    // What was there before the first look is what counts.
    const unseen = pairs.filter((pair) => !this.#seen.has(pair));
    if (unseen.length > 0) {
      const asked = leaveToStatement(this.#asker.askVersions(unseen));
      for (const pair of unseen) this.#seen.set(pair, asked);
    }
    if (this.#statements === 1 || !this.#asker.askVersionsAfter) return;
    this.#seenAfter = leaveToStatement(this.#asker.askVersionsAfter([...this.#seen.keys()]));
  }

  async sawOneMoment(): Promise<boolean> {
    if (this.#statements <= 1 || !this.#asker.askVersionsAfter) return true;
    const [before, after] = [await this.listVersions(), await this.#seenAfter];
    if (!before || !after) return false;
    return before.entries().every(([pair, version]) => (after.get(pair) ?? 0) === version);
  }

  /** Undefined where the versions of something are not known. */
  async listVersions(): Promise<Map<Pair, number> | undefined> {
    const versions = new Map<Pair, number>();
    for (const [pair, asked] of this.#seen) {
      const found = await asked;
      if (!found || !this.#isKnown) return undefined;
      versions.set(pair, found.get(pair) ?? 0);
    }
    return this.#isKnown ? versions : undefined;
  }
}

/** Whoever waits for the statement is told of a failure. */
function leaveToStatement<T>(asked: Promise<T>): Promise<T> {
  asked.catch(() => {});
  return asked;
}

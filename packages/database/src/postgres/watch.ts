import type { SqlValue, Statement } from '../statement.ts';
import type { Pair, Versioned, Versions } from './versions.ts';

/** Returns undefined while there are writers that do not maintain versions. */
type Ask = (pairs: readonly Pair[]) => Promise<Versions | undefined>;

interface VersionAsker {
  /** Returns the versions before the next statement. */
  readonly askVersions: Ask;
  /** Returns the versions after it; absent if all statements see one snapshot anyway. */
  readonly askVersionsAfter?: Ask;
}

/**
 * Observes the statements of a query and requests the versions of what they read: before the first read, and after each
 * further one. If the versions did not change, the results are of one snapshot.
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
    // The versions before the first read count.
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

  /** Returns undefined if some versions are unknown. */
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

/** Ignores the rejection here: the caller of the statement gets the error. */
function leaveToStatement<T>(asked: Promise<T>): Promise<T> {
  asked.catch(() => {});
  return asked;
}

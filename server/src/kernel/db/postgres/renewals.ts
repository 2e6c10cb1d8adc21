import type { Cacheable } from '../database.ts';
import type { Query } from '../query.ts';

/** Reads again what was found before, all of it in one query; in the same order. */
export type Again = (found: readonly never[]) => Query<readonly Cacheable[]>;
export type Run = <T>(query: () => Query<T>) => Promise<T>;

/** A result that is kept. */
export interface Known {
  readonly key: string;
  value: Promise<Cacheable>;
  /** As old as it may be. */
  until: number;
  readonly maxStaleMs: number;
  readonly again: Again | undefined;
  /** Undefined until it is there. */
  found: Cacheable;
  /** Since it was read. */
  isUsed: boolean;
}

interface Kept {
  values(): Iterable<Known>;
  forget(read: Known): void;
}

interface Asked {
  readonly read: Known;
  /** What is known of it until now. */
  readonly found: Cacheable;
  /** Who wait for it; nobody, where it is renewed ahead of its time. */
  resolve?(found: Cacheable): void;
  reject?(error: unknown): void;
}

/** In one query. */
const MOST_AT_ONCE = 500;
/** What has less of its time left is renewed together with what has none. */
const AHEAD = 0.5;
/** Going through all that is kept takes time: not with every query. */
const GO_THROUGH_EVERY_MS = 200;

/**
 * A thousand callers who come back every second are a thousand look-ups a second, each for itself a third of a request. What
 * was found before is known well enough to ask for all of it at once: whoever comes back late waits for one query, and what
 * others used meanwhile is renewed by it, too, before they have to wait.
 */
export class Renewals {
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

  /** Renews what is too old to be used; whoever asks for it meanwhile waits for the same. */
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
      // What was asked for ahead of its time is as good as before.
      for (const { read, reject } of due) {
        this.#kept.forget(read);
        reject?.(error);
      }
    }
  }

  /** What is in use and will be due soon; not what is still looked for. */
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
    // Unless somebody found it too old in the meantime, and waits for a later answer.
    else if (read.until < askedAt + read.maxStaleMs) {
      read.value = Promise.resolve(found);
      read.until = askedAt + read.maxStaleMs;
      read.isUsed = false;
    }
  }
}

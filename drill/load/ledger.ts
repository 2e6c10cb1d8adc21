/** A write as the customer remembers it. */
export interface Entry {
  /** The Idempotency-Key, and what was written: found again by it. */
  readonly name: string;
  readonly kind: 'ticket' | 'reply' | 'restart';
  readonly since: number;
  /** What the server called it, once it said that it is there. */
  id?: number;
  waitedMs?: number;
}

/** What was acknowledged to customers, and what they had to go through for it. */
export class Ledger {
  readonly prefix: string;
  readonly entries: Entry[] = [];
  /** Attempts that were not answered, or by a 5xx, by what went wrong; each was made again. */
  readonly failures = new Map<string, number>();
  /** What must not be: an answer that nobody should get. */
  readonly problems: string[] = [];
  longestReadMs = 0;

  constructor(prefix: string) {
    this.prefix = prefix;
  }

  open(kind: Entry['kind']): Entry {
    const entry: Entry = { name: `${this.prefix}-${this.entries.length}`, kind, since: performance.now() };
    this.entries.push(entry);
    return entry;
  }

  acknowledge(entry: Entry, id: number): void {
    entry.id = id;
    entry.waitedMs = performance.now() - entry.since;
  }

  noteFailure(reason: string): void {
    this.failures.set(reason, (this.failures.get(reason) ?? 0) + 1);
  }

  acknowledged(kind?: Entry['kind']): Entry[] {
    return this.entries.filter((entry) => entry.id !== undefined && (kind === undefined || entry.kind === kind));
  }

  get failed(): number {
    return [...this.failures.values()].reduce((sum, count) => sum + count, 0);
  }

  get longestWaitMs(): number {
    return this.entries.reduce((longest, { waitedMs = 0 }) => Math.max(longest, waitedMs), this.longestReadMs);
  }
}

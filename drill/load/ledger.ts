/** A write as the customer remembers it. */
export interface Entry {
  /** The Idempotency-Key, and the text that was written: the row is found by it. */
  readonly name: string;
  readonly kind: 'ticket' | 'reply' | 'restart';
  readonly since: number;
  /** Id that the server returned when it acknowledged the write. */
  id?: number;
  waitedMs?: number;
}

/** Writes that were acknowledged to customers, and the failures on the way. */
export class Ledger {
  readonly prefix: string;
  readonly entries: Entry[] = [];
  /** Attempts without an answer or with a 5xx, by reason; each was repeated. */
  readonly failures = new Map<string, number>();
  /** Answers that must never occur. */
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

import { SECOND } from '../time.ts';

/** Time that a result waits for others to share its transaction. Adapts to the duration of a commit. */
const MIN_GATHER_MS = 5;
/**
 * Under load results arrive together anyway. Otherwise a result is written before the next one could have to wait for
 * it.
 */
const BUSY_GATHER_MS = 20;
const BUSY_AT = 16;
const MAX_GATHER_MS = 50;
const AT_ONCE = 500;
const RETRY_MS = SECOND;

interface RecorderOptions<Result> {
  /** Writes the results in one transaction. */
  record(results: readonly Result[]): Promise<void>;
  onFailure(error: unknown, results: number): void;
  /** Drops a result that could not be written for this long: another worker has its lease by then. */
  leaseMs: number;
}

/** Writes results of work outside the database in batches, one transaction each. */
export class Recorder<Result> {
  readonly #options: RecorderOptions<Result>;
  #pending: { result: Result; since: number }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<boolean> | undefined;
  #gatherMs = MIN_GATHER_MS;

  constructor(options: RecorderOptions<Result>) {
    this.#options = options;
  }

  /** True if every result is written. */
  get isIdle(): boolean {
    return this.#pending.length === 0 && !this.#writing;
  }

  add(result: Result): void {
    this.#pending.push({ result, since: performance.now() });
    if (this.#pending.length >= AT_ONCE) this.#flush();
    else this.#flushIn(this.#gatherMs);
  }

  /** Resolves when every result is written or a write failed. The leases of unwritten results expire. */
  async finish(): Promise<void> {
    await this.#writing;
    while (this.#pending.length > 0 && (await this.#write()));
    clearTimeout(this.#timer);
  }

  #flushIn(ms: number): void {
    this.#timer ??= setTimeout(() => this.#flush(), ms);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#writing) return;
    this.#writing = this.#write();
    void this.#writing.then((written) => {
      this.#writing = undefined;
      if (!written) this.#flushIn(RETRY_MS);
      else if (this.#pending.length >= AT_ONCE) this.#flush();
      else if (this.#pending.length > 0) this.#flushIn(this.#gatherMs);
    });
  }

  async #write(): Promise<boolean> {
    const { record, onFailure, leaseMs } = this.#options;
    const batch = this.#pending.splice(0, AT_ONCE);
    const began = performance.now();
    try {
      await record(batch.map(({ result }) => result));
      const least = batch.length >= BUSY_AT ? BUSY_GATHER_MS : MIN_GATHER_MS;
      this.#gatherMs = Math.min(MAX_GATHER_MS, Math.max(least, 2 * (performance.now() - began)));
      return true;
    } catch (error) {
      onFailure(error, batch.length);
      this.#pending.unshift(...batch.filter(({ since }) => began - since < leaseMs));
      return false;
    }
  }
}

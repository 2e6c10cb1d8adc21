import type { Database } from '../../../kernel/db/database.ts';
import type { Logger } from '../../../kernel/log.ts';
import { type Clock, SECOND } from '../../../kernel/time.ts';
import { type DeliveryResult, recordResults } from './record.ts';

/** How long a result waits for others to share its transaction: longer where a commit is dear. */
const MIN_GATHER_MS = 5;
const MAX_GATHER_MS = 50;
const AT_ONCE = 500;
const RETRY_MS = SECOND;

interface RecorderOptions {
  db: Database;
  clock: Clock;
  log: Logger;
  worker: string;
  /** A result that could not be recorded this long is another worker's by now. */
  leaseMs: number;
}

/** Writes results down, many in one transaction. */
export class Recorder {
  readonly #options: RecorderOptions;
  #pending: { result: DeliveryResult; since: number }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #gatherMs = MIN_GATHER_MS;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  add(result: DeliveryResult): void {
    this.#pending.push({ result, since: performance.now() });
    if (this.#pending.length >= AT_ONCE) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), this.#gatherMs);
  }

  /** Resolves when everything that was there is written, or could not be. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #write(): Promise<void> {
    const { db, clock, log, worker, leaseMs } = this.#options;
    while (this.#pending.length > 0) {
      const batch = this.#pending.splice(0, AT_ONCE);
      const results = batch.map(({ result }) => result);
      try {
        const began = performance.now();
        await db.write(() => recordResults(worker, results, clock.now()));
        this.#gatherMs = Math.min(MAX_GATHER_MS, Math.max(MIN_GATHER_MS, 2 * (performance.now() - began)));
      } catch (error) {
        log.error({ err: error, deliveries: batch.length }, 'results of deliveries could not be recorded');
        const now = performance.now();
        this.#pending.unshift(...batch.filter(({ since }) => now - since < leaseMs));
        if (this.#pending.length > 0) this.#timer ??= setTimeout(() => void this.flush(), RETRY_MS);
        return;
      }
    }
  }
}

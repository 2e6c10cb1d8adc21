import type { Database } from '@hostler/database';

interface ClaimLoopOptions {
  db: Pick<Database, 'onSignal'>;
  /** Sent when work becomes due. */
  signal: string;
  /** Interval of claims without a signal, which may get lost. */
  everyMs: number;
  /** Claims once. Returns whether more may be due. */
  claim(): Promise<boolean>;
  /** Returns false while no more work fits into this process. */
  hasRoom?(): boolean;
  /** Called if a claim throws. The next signal or interval claims again. */
  onError(error: unknown): void;
}

/** Claims due work, one claim at a time: at a signal, at intervals, on request, and as long as more is due. */
export class ClaimLoop {
  readonly #options: ClaimLoopOptions;
  #claiming: Promise<void> | undefined;
  #isWanted = false;
  #isStopped = true;
  #wantsRoom = false;
  #timer: NodeJS.Timeout | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(options: ClaimLoopOptions) {
    this.#options = options;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** True if the last claims ended because there was no room for more. */
  get wantsRoom(): boolean {
    return this.#wantsRoom;
  }

  start(): void {
    const { db, signal, everyMs } = this.#options;
    this.#isStopped = false;
    this.#unsubscribe = db.onSignal(signal, () => this.claimSoon());
    this.#timer = setInterval(() => this.claimSoon(), everyMs);
    this.claimSoon();
  }

  /** Starts no further claim and waits for the current one. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#unsubscribe?.();
    clearInterval(this.#timer);
    await this.#claiming;
  }

  /** Claims now, or after the current claim. */
  claimSoon(): void {
    this.#isWanted = true;
    if (this.#isStopped) return;
    this.#claiming ??= this.#run().finally(() => {
      this.#claiming = undefined;
    });
  }

  async #run(): Promise<void> {
    const { claim, hasRoom = () => true, onError } = this.#options;
    try {
      while (this.#isWanted && !this.#isStopped && hasRoom()) {
        this.#isWanted = false;
        if (await claim()) this.#isWanted = true;
      }
      this.#wantsRoom = this.#isWanted;
    } catch (error) {
      onError(error);
    }
  }
}

/** Bytes that wait for the reader before a command has to wait. */
const FULL_BYTES = 64 * 1024;

/** Output of a simulated terminal that waits for its reader. */
export class OutputQueue {
  #chunks: Buffer[] = [];
  #bytes = 0;
  #ended = false;
  #wakeReader: (() => void) | undefined;
  #wakeWriters: (() => void)[] = [];

  push(chunk: Buffer): void {
    if (this.#ended || chunk.length === 0) return;
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    this.#wakeReader?.();
  }

  /** The reader gets what is queued, then its end. */
  end(): void {
    this.#ended = true;
    this.#wakeReader?.();
    this.#letWrite();
  }

  /** Resolves once there is room. */
  async room(): Promise<void> {
    while (this.#bytes >= FULL_BYTES && !this.#ended) {
      await new Promise<void>((resolve) => this.#wakeWriters.push(resolve));
    }
  }

  async *read(): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.#chunks.length > 0) {
        const chunk = Buffer.concat(this.#chunks);
        this.#chunks = [];
        yield chunk;
        this.#bytes -= chunk.length;
        this.#letWrite();
      } else if (this.#ended) return;
      else {
        await new Promise<void>((resolve) => {
          this.#wakeReader = resolve;
        });
      }
    }
  }

  #letWrite(): void {
    const waiting = this.#wakeWriters;
    this.#wakeWriters = [];
    for (const wake of waiting) wake();
  }
}

/** Bytes that wait for the reader before more input is taken. */
const FULL_BYTES = 64 * 1024;

/** Output of a simulated terminal that waits for its reader. */
export class OutputQueue {
  #chunks: Buffer[] = [];
  #bytes = 0;
  #ended = false;
  #changed = Promise.withResolvers<void>();

  push(chunk: Buffer): void {
    if (this.#ended || chunk.length === 0) return;
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    this.#wake();
  }

  /** The reader gets what is queued, then its end. */
  end(): void {
    this.#ended = true;
    this.#wake();
  }

  /** Resolves once there is room. */
  async room(): Promise<void> {
    while (this.#bytes >= FULL_BYTES && !this.#ended) await this.#changed.promise;
  }

  async *read(): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.#chunks.length > 0) {
        const chunk = Buffer.concat(this.#chunks);
        this.#chunks = [];
        yield chunk;
        this.#bytes -= chunk.length;
        this.#wake();
      } else if (this.#ended) return;
      else await this.#changed.promise;
    }
  }

  #wake(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}

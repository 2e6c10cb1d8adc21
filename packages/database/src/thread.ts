import { basename, extname } from 'node:path';
import { Worker } from 'node:worker_threads';

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/** A worker thread that answers one request after the other. After a failure every request is rejected. */
export class Thread {
  readonly #worker: Worker;
  readonly #waiting: Waiting[] = [];
  #failure: Error | undefined;

  /**
   * Takes `new URL('./pdf-thread', import.meta.url)`: a file next to its caller, whose extension is that of the running
   * code. A URL with an extension is JavaScript in the sources, too.
   */
  constructor(file: URL, workerData?: unknown) {
    const extension = extname(file.pathname) === '' ? extname(import.meta.filename) : '';
    this.#worker = new Worker(new URL(`${file.href}${extension}`), { workerData });
    this.#worker.on('message', (answer) => this.#end()?.resolve(answer));
    this.#worker.on('error', (error) => this.#fail(error instanceof Error ? error : new Error(String(error))));
    this.#worker.on('exit', () => this.#fail(new Error(`the thread ${basename(file.pathname)} has ended`)));
    this.#worker.unref();
  }

  ask<Answer>(question: unknown): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      if (this.#failure) return reject(this.#failure);
      // Keep the process alive while a caller waits for the answer.
      this.#worker.ref();
      this.#waiting.push({ resolve: resolve as Waiting['resolve'], reject });
      this.#worker.postMessage(question);
    });
  }

  /** Ends the thread without waiting for pending requests. */
  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #end(): Waiting | undefined {
    const ended = this.#waiting.shift();
    if (this.#waiting.length === 0) this.#worker.unref();
    return ended;
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#failure);
  }
}

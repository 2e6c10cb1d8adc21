import { basename, extname } from 'node:path';
import { Worker } from 'node:worker_threads';

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/** A thread that is asked one thing after another. One that fails is never asked again: it is gone, and so are its answers. */
export class Thread {
  readonly #worker: Worker;
  readonly #waiting: Waiting[] = [];
  #failure: Error | undefined;

  /**
   * `new URL('./pdf-thread', import.meta.url)`: a file beside the one that starts it, whatever it is called once compiled.
   * One that is named whole is JavaScript in the sources already.
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
      // While somebody waits for the answer the process must not end.
      this.#worker.ref();
      this.#waiting.push({ resolve: resolve as Waiting['resolve'], reject });
      this.#worker.postMessage(question);
    });
  }

  /** What it has been asked is not waited for. */
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

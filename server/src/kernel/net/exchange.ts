import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { DeliveryError, toDeliveryError } from './delivery-error.ts';

/** Limits on time and bytes for one request to a receiver. */
export interface ExchangeLimits {
  /** From the call to the last byte of the answer that is waited for. */
  readonly totalMs: number;
  /** From the answer's headers to its end; the status is known by then and only the connection is at stake. */
  readonly bodyMs: number;
  /** How much of the answer is kept. */
  readonly keptBytes: number;
  /** How much more is read to be able to use the connection again. */
  readonly readBytes: number;
}

export interface Answer {
  readonly status: number;
  readonly durationMs: number;
  /** The first bytes of the body as text, whatever they are. */
  readonly bodyStart: string;
  readonly retryAfter?: string;
}

/** One request and its answer. Once there is a status the exchange succeeds, however the body goes on. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly answer: Promise<Answer>;
  readonly #limits: ExchangeLimits;
  readonly #startedAt = performance.now();
  readonly #onEnd: (exchange: Exchange) => void;
  #kept: Buffer | undefined;
  #resolve!: (answer: Answer) => void;
  #reject!: (error: DeliveryError) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #expiresAt: number;
  #status = 0;
  #retryAfter: string | undefined;
  #received = 0;
  #over = false;

  constructor(limits: ExchangeLimits, onEnd: (exchange: Exchange) => void) {
    this.#limits = limits;
    this.#onEnd = onEnd;
    this.#expiresAt = this.#startedAt + limits.totalMs;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Called now and then, by the monotonic clock: a timer of its own for every exchange would cost more than its signature. */
  expire(now: number): void {
    if (now >= this.#expiresAt) this.giveUp();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // Given up while it waited for a connection: nothing is sent any more.
    if (this.#over) controller.abort(new DeliveryError('timeout'));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return;
    this.#status = status;
    const retryAfter: string | string[] | undefined = headers['retry-after'];
    this.#retryAfter = Array.isArray(retryAfter) ? retryAfter[0] : retryAfter;
    this.#expiresAt = Math.min(this.#expiresAt, performance.now() + this.#limits.bodyMs);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const wanted = this.#limits.keptBytes - this.#received;
    if (wanted > 0) this.#keep(chunk.subarray(0, wanted));
    this.#received += chunk.length;
    if (this.#received > this.#limits.readBytes) this.giveUp();
  }

  onResponseEnd(): void {
    this.#end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#end(error);
  }

  /** Answers with what there is, and lets go of the connection. */
  giveUp(): void {
    const reason = new DeliveryError('timeout');
    this.#end(reason);
    this.#controller?.abort(reason);
  }

  /** Copied: the chunk is a view into the memory of the whole read. */
  #keep(chunk: Buffer): void {
    this.#kept = this.#kept ? Buffer.concat([this.#kept, chunk]) : Buffer.from(chunk);
  }

  #end(error?: unknown): void {
    if (this.#over) return;
    this.#over = true;
    this.#onEnd(this);
    if (this.#status === 0) this.#reject(toDeliveryError(error));
    else this.#resolve(this.#describeAnswer());
  }

  #describeAnswer(): Answer {
    return {
      status: this.#status,
      durationMs: Math.round(performance.now() - this.#startedAt),
      bodyStart: this.#kept ? decodeStart(this.#kept, this.#received > this.#limits.keptBytes) : '',
      ...(this.#retryAfter === undefined ? {} : { retryAfter: this.#retryAfter }),
    };
  }
}

/** Without a character that the cut went through, and without NUL, which PostgreSQL cannot keep. */
function decodeStart(kept: Buffer, isCut: boolean): string {
  const text = isCut ? new TextDecoder().decode(kept, { stream: true }) : kept.toString();
  return text.replaceAll('\0', '\uFFFD');
}

import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { DeliveryError, toDeliveryError } from './delivery-error.ts';

/** Limits on time and bytes for one request to a receiver. */
export interface ExchangeLimits {
  /** From the call to the last awaited byte of the response. */
  readonly totalMs: number;
  /**
   * From the response headers to the end of the body. The status is known by then; only the connection's reuse depends
   * on it.
   */
  readonly bodyMs: number;
  /** Bytes of the response that are kept. */
  readonly keptBytes: number;
  /** Further bytes that are read so that the connection can be reused. */
  readonly readBytes: number;
}

export interface Answer {
  readonly status: number;
  readonly durationMs: number;
  /** First bytes of the body, decoded as text. */
  readonly bodyStart: string;
  readonly retryAfter?: string;
}

/** A request and its response. Once there is a status the exchange succeeds, however the body ends. */
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

  /**
   * Ends the exchange if its time is up. Called periodically with the monotonic clock: a timer per exchange would cost
   * more than the signature.
   */
  expire(now: number): void {
    if (now >= this.#expiresAt) this.giveUp();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The exchange ended while it waited for a connection: send nothing.
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

  /** Ends the exchange with the data received so far, and closes the connection. */
  giveUp(): void {
    const reason = new DeliveryError('timeout');
    this.#end(reason);
    this.#controller?.abort(reason);
  }

  /** Copies the chunk, which is a view into the buffer of the whole read. */
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

/** Decodes the kept bytes without a truncated last character, and without NUL, which PostgreSQL cannot store. */
function decodeStart(kept: Buffer, isCut: boolean): string {
  const text = isCut ? new TextDecoder().decode(kept, { stream: true }) : kept.toString();
  return text.replaceAll('\0', '\uFFFD');
}

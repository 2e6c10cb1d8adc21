import type { ServerResponse } from 'node:http';
import { SECOND } from '../time.ts';

/** A few hints per second suffice: a page reloads on each. */
const APART_MS = 250;
const KEEP_ALIVE_MS = 20 * SECOND;
/** A client that reads nothing for this long is gone. */
const PATIENCE_MS = 60 * SECOND;
/** Time that a permission check stays valid. */
const CHECKED_FOR_MS = SECOND;
/** Maximum age of a cached credential lookup, plus a margin. */
const LOOK_UP_AGE_MS = 950;
/** Node fires longer timers at once. The keep-alive checks credentials that are valid for longer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

interface HintStreamOptions {
  readonly response: ServerResponse;
  /** Time until the credentials of the client expire. Undefined if they do not. */
  readonly expiresInMs?: number | undefined;
  /** Returns whether the client still has the rights it had at the start. */
  readonly isAllowed: () => Promise<boolean>;
  /** Aborted when the server shuts down. */
  readonly closing: AbortSignal;
  /** Called once when the stream has ended. */
  readonly onEnd: () => void;
}

/**
 * A server-sent event stream of hints: names of changed resources, each at most a few times per second, and no data.
 * The backlog of a slow client is bounded by the number of names.
 */
export class HintStream {
  readonly #options: HintStreamOptions;
  readonly #untold = new Set<string>();
  readonly #alive: NodeJS.Timeout;
  readonly #expiry: NodeJS.Timeout | undefined;
  #timer: NodeJS.Timeout | undefined;
  #toldAt = Number.NEGATIVE_INFINITY;
  #checkedAt = performance.now();
  #stuckSince: number | undefined;
  #ended = false;

  constructor(options: HintStreamOptions) {
    this.#options = options;
    const { response, closing, expiresInMs = LONGEST_TIMER_MS } = options;
    if (expiresInMs < LONGEST_TIMER_MS) this.#expiry = setTimeout(() => void this.#check(), expiresInMs).unref();
    this.#alive = setInterval(() => void this.#keepAlive(), KEEP_ALIVE_MS).unref();
    response.on('close', this.#leave).on('error', this.#leave);
    response.on('drain', () => {
      this.#stuckSince = undefined;
      this.#schedule();
    });
    closing.addEventListener('abort', this.#close, { once: true });
    response.write(': hints\n\n');
    // A client that disconnected during authentication emits no further event.
    if (closing.aborted || response.destroyed) this.#close();
  }

  get hasEnded(): boolean {
    return this.#ended;
  }

  tell(name: string): void {
    if (this.#ended) return;
    this.#untold.add(name);
    this.#schedule();
  }

  /** Checks the permission now, and again when no cached lookup can predate the change. */
  recheck(): void {
    if (this.#ended) return;
    void this.#check();
    setTimeout(() => void this.#check(), LOOK_UP_AGE_MS).unref();
  }

  #schedule(): void {
    if (this.#ended || this.#timer || this.#untold.size === 0 || this.#options.response.writableNeedDrain) return;
    const wait = Math.max(0, this.#toldAt + APART_MS - performance.now());
    this.#timer = setTimeout(() => void this.#flush(), wait).unref();
  }

  async #flush(): Promise<void> {
    const isKnown = performance.now() - this.#checkedAt < CHECKED_FOR_MS;
    if (!isKnown && !(await this.#check())) return;
    this.#timer = undefined;
    if (this.#ended) return;
    const changed = [...this.#untold];
    this.#untold.clear();
    this.#toldAt = performance.now();
    this.#write(`data: ${JSON.stringify({ changed })}\n\n`);
  }

  async #keepAlive(): Promise<void> {
    if (!(await this.#check())) return;
    if (!this.#options.response.writableNeedDrain) this.#write(': still here\n\n');
    else if (this.#stuckSince && performance.now() - this.#stuckSince > PATIENCE_MS) this.#options.response.destroy();
  }

  async #check(): Promise<boolean> {
    if (this.#ended) return false;
    const allowed = await this.#options.isAllowed().catch(() => false);
    this.#checkedAt = performance.now();
    if (!allowed && !this.#ended) {
      this.#write('event: end\ndata: {}\n\n');
      this.#close();
    }
    return allowed && !this.#ended;
  }

  #write(text: string): void {
    if (!this.#options.response.write(text)) this.#stuckSince ??= performance.now();
  }

  readonly #close = (): void => {
    this.#options.response.end();
    this.#leave();
  };

  readonly #leave = (): void => {
    if (this.#ended) return;
    this.#ended = true;
    clearInterval(this.#alive);
    clearTimeout(this.#expiry);
    clearTimeout(this.#timer);
    this.#options.closing.removeEventListener('abort', this.#close);
    this.#options.onEnd();
  };
}

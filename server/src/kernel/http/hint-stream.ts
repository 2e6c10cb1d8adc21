import type { ServerResponse } from 'node:http';
import { SECOND } from '../time.ts';

/** A few a second are as good as many: a page asks again on each. */
const APART_MS = 250;
const KEEP_ALIVE_MS = 20 * SECOND;
/** A reader that takes nothing for this long is gone. */
const PATIENCE_MS = 60 * SECOND;
/** How old the knowledge may be that the reader may still be told. */
const CHECKED_FOR_MS = SECOND;
/** A look-up of credentials may be this old when it is asked for; a moment later it is not any more. */
const LOOK_UP_AGE_MS = 950;

interface HintStreamOptions {
  readonly response: ServerResponse;
  /** Whether the reader may be told what they could be told at the start. */
  readonly isAllowed: () => Promise<boolean>;
  /** Aborted when the server shuts down. */
  readonly closing: AbortSignal;
  /** Called once, when it has ended in whichever way. */
  readonly onEnd: () => void;
}

/**
 * Server-sent hints: names of what has changed, each at most a few times a second, and never anything else. What a slow reader
 * has not taken yet grows no further than the names there are.
 */
export class HintStream {
  readonly #options: HintStreamOptions;
  readonly #untold = new Set<string>();
  readonly #alive: NodeJS.Timeout;
  #timer: NodeJS.Timeout | undefined;
  #toldAt = Number.NEGATIVE_INFINITY;
  #checkedAt = performance.now();
  #stuckSince: number | undefined;
  #ended = false;

  constructor(options: HintStreamOptions) {
    this.#options = options;
    const { response, closing } = options;
    this.#alive = setInterval(() => void this.#keepAlive(), KEEP_ALIVE_MS).unref();
    response.on('close', this.#leave).on('error', this.#leave);
    response.on('drain', () => {
      this.#stuckSince = undefined;
      this.#schedule();
    });
    closing.addEventListener('abort', this.#close, { once: true });
    response.write(': hints\n\n');
    // A reader who left while we asked who it was is not told of again.
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

  /** Asks whether the reader may still be told, now and when no kept look-up can be from before. */
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
    clearTimeout(this.#timer);
    this.#options.closing.removeEventListener('abort', this.#close);
    this.#options.onEnd();
  };
}

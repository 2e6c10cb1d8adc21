/** Input per second that the connections of a meter may send together. It may be sent at once after a quiet second. */
const MOST_FRAMES = 1_000;
const MOST_BYTES = 256 * 1024;
const SECOND_MS = 1_000;
const PAUSE_MS = 20;

export interface Input {
  readonly frames: number;
  readonly bytes: number;
}

interface MeterOptions extends Partial<Input> {
  /** Milliseconds of a clock that is never set back. */
  now?: () => number;
}

/** Limits the input of several connections together. Connections with input take turns. */
export class InputMeter {
  readonly #most: Input;
  readonly #now: () => number;
  #frames: number;
  #bytes: number;
  #at: number;
  #waiting: (() => Input)[] = [];
  #isPlanned = false;

  constructor({ frames = MOST_FRAMES, bytes = MOST_BYTES, now = () => performance.now() }: MeterOptions = {}) {
    this.#most = { frames, bytes };
    [this.#frames, this.#bytes] = [frames, bytes];
    this.#now = now;
    this.#at = now();
  }

  /** Returns whether the meter is as good as a new one. */
  get isFull(): boolean {
    this.#refill();
    return this.#frames === this.#most.frames && this.#bytes === this.#most.bytes && this.#waiting.length === 0;
  }

  /** Takes a small piece of input, in turn and as soon as the limit allows it. `take` returns what it took. */
  wait(take: () => Input): void {
    this.#waiting.push(take);
    if (!this.#isPlanned) this.#serve();
  }

  /** Serves one connection in an iteration of the event loop, so that requests are answered in between. */
  #serve(): void {
    this.#isPlanned = true;
    this.#refill();
    if (this.#hasRoom()) {
      const { frames, bytes } = this.#waiting.shift()?.() ?? { frames: 0, bytes: 0 };
      this.#frames -= frames;
      this.#bytes -= bytes;
    }
    this.#isPlanned = this.#waiting.length > 0;
    if (!this.#isPlanned) return;
    if (this.#hasRoom()) setImmediate(() => this.#serve());
    else setTimeout(() => this.#serve(), PAUSE_MS);
  }

  #hasRoom(): boolean {
    return this.#frames > 0 && this.#bytes > 0;
  }

  #refill(): void {
    const now = this.#now();
    const share = (now - this.#at) / SECOND_MS;
    this.#at = now;
    this.#frames = Math.min(this.#most.frames, this.#frames + share * this.#most.frames);
    this.#bytes = Math.min(this.#most.bytes, this.#bytes + share * this.#most.bytes);
  }
}

import { type Clock, SECOND } from '../time.ts';

/** Smaller differences come from NTP slewing. */
const TOLERANCE_MS = SECOND;

export class ClockJumped extends Error {
  override name = 'ClockJumped';
}

/**
 * Detects jumps of the wall clock by comparing it with the monotonic clock. Leases end by the wall clock. After a jump
 * ahead they look expired, and after a step back endless, although their holders are alive.
 */
export class ClockWatch {
  readonly #clock: Clock;
  #ahead: number;
  #jumpedAt = Number.NEGATIVE_INFINITY;
  #jumps = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#ahead = clock.now() - performance.now();
  }

  /** Returns the milliseconds since a jump was detected. Must be called regularly: each call compares the clocks. */
  sinceJump(): number {
    const present = performance.now();
    const ahead = this.#clock.now() - present;
    if (Math.abs(ahead - this.#ahead) > TOLERANCE_MS) {
      this.#jumpedAt = present;
      this.#jumps++;
    }
    this.#ahead = ahead;
    return present - this.#jumpedAt;
  }

  /**
   * Returns a check for the end of a transaction that compares leases with the current time. The check throws
   * `ClockJumped` if the clock jumped since: the transaction may have read leases written by the new time.
   */
  guard(): () => void {
    this.sinceJump();
    const before = this.#jumps;
    return () => {
      this.sinceJump();
      if (this.#jumps !== before) throw new ClockJumped('the clock jumped meanwhile');
    };
  }
}

import { type Clock, SECOND } from '../time.ts';

/** Less than this is a clock being put right little by little. */
const TOLERANCE_MS = SECOND;

export class ClockJumped extends Error {
  override name = 'ClockJumped';
}

/**
 * Compares the clock with time that cannot be set. Leases are written by the clock: right after it was put forward they
 * look as if they had ended, after it was put back as if they lasted for ever, although their holders are alive.
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

  /** How long ago it was noticed that the clock had jumped; to be asked every now and then. */
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
   * For a transaction that compares leases with the time it was begun at: throws at its end where the clock has jumped
   * since, because what it read may have been written by the new time.
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

import type { ClaimedDelivery } from './claim.ts';

const FIRST_LIMIT = 8;
const MAX_LIMIT = 32;
/** A receiver that answers gets this many times its limit in advance, so that it never waits for the next claim. */
const AHEAD = 16;

/**
 * What this process has at hand for one webhook. How many requests may be under way to it follows from how it answers:
 * one more with every answer, half as many with every silence, so that the dead take up next to nothing.
 */
export class Lane {
  readonly webhookId: number;
  readonly waiting: { delivery: ClaimedDelivery; since: number }[] = [];
  inFlight = 0;
  /** Whether more is due in the database. */
  more = false;
  #limit: number;

  constructor(webhookId: number, isFailing: boolean) {
    this.webhookId = webhookId;
    this.#limit = isFailing ? 1 : FIRST_LIMIT;
  }

  get canStart(): boolean {
    return this.waiting.length > 0 && this.inFlight < this.#limit;
  }

  get room(): number {
    return this.#capacity - this.inFlight - this.waiting.length;
  }

  /** Half empty: claiming one at a time would cost a transaction each. */
  get wantsMore(): boolean {
    return this.room >= this.#capacity / 2;
  }

  get isEmpty(): boolean {
    return this.inFlight === 0 && this.waiting.length === 0;
  }

  noteAnswer(): void {
    this.#limit = Math.min(MAX_LIMIT, this.#limit + 1);
  }

  noteSilence(): void {
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
  }

  get #capacity(): number {
    return this.#limit >= FIRST_LIMIT ? this.#limit * AHEAD : this.#limit;
  }
}

import type { AccountLine } from './account-line.ts';
import type { ClaimedDelivery, Target } from './claim.ts';

const FIRST_LIMIT = 4;
const MAX_LIMIT = 32;
/** How many a webhook may hold that nothing is known of yet. */
export const FIRST_CAPACITY = FIRST_LIMIT;
/** A receiver that answers at once gets this many times its limit in advance, so that it never waits for the next claim. */
const AHEAD = 8;
/** An answer that takes longer is none that more could be sent on. */
const PROMPT_MS = 1_000;

/** Requests to one receiver's host, whosever they are: what it may take up is limited as well. */
export class Origin {
  readonly name: string;
  inFlight = 0;
  /** How many lanes lead to it. */
  lanes = 0;
  /** Those that wait for it, the one whose turn it is first. */
  readonly waiting = new Set<Lane>();

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * What this process has at hand for one webhook. How many requests may be under way to it follows from how it answers:
 * one more with every prompt answer, half as many with every silence, so that the dead take up next to nothing and the
 * slow not much.
 */
export class Lane {
  readonly webhookId: number;
  readonly line: AccountLine<Lane>;
  readonly origin: Origin;
  readonly waiting: { delivery: ClaimedDelivery; since: number }[] = [];
  inFlight = 0;
  /** Whether more is due in the database. */
  more = false;
  #limit: number;

  constructor({ id, failing_since }: Target, line: AccountLine<Lane>, origin: Origin) {
    this.webhookId = id;
    this.line = line;
    this.origin = origin;
    this.#limit = failing_since === null ? FIRST_LIMIT : 1;
  }

  get canStart(): boolean {
    return this.waiting.length > 0 && this.inFlight < this.#limit;
  }

  get held(): number {
    return this.inFlight + this.waiting.length;
  }

  /** How many may be held. Nothing in advance for who has not answered promptly yet. */
  get capacity(): number {
    return this.#limit > FIRST_LIMIT ? this.#limit * AHEAD : this.#limit;
  }

  /** Half empty: claiming one at a time would cost a transaction each. */
  get wantsMore(): boolean {
    return this.held <= this.capacity / 2;
  }

  noteAnswer(ms: number): void {
    if (ms < PROMPT_MS) this.#limit = Math.min(MAX_LIMIT, this.#limit + 1);
    else this.#limit = Math.min(this.#limit, FIRST_LIMIT);
  }

  noteSilence(): void {
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
  }
}

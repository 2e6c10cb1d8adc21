import type { AccountLine } from './account-line.ts';
import type { ClaimedDelivery, Target } from './claim.ts';

const FIRST_LIMIT = 4;
const MAX_LIMIT = 32;
/** Capacity of a webhook whose receiver is unknown. */
export const FIRST_CAPACITY = FIRST_LIMIT;
/** A prompt receiver gets this many times its limit in advance, so that it does not wait for the next claim. */
const AHEAD = 8;
/** A response that takes longer does not raise the limit. */
const PROMPT_MS = 1_000;

/** Requests to one receiver's host, over all accounts. Their number is limited too. */
export class Origin {
  readonly name: string;
  inFlight = 0;
  /** Number of lanes to this host. */
  lanes = 0;
  /** Lanes that wait for the host, in the order of their turns. */
  readonly waiting = new Set<Lane>();

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Work of this process for one webhook. The number of concurrent requests follows the receiver: one more after each
 * prompt response, half after each timeout. So dead receivers take almost no capacity, and slow ones little.
 */
export class Lane {
  readonly webhookId: number;
  readonly line: AccountLine<Lane>;
  readonly origin: Origin;
  readonly waiting: { delivery: ClaimedDelivery; since: number }[] = [];
  inFlight = 0;
  /** True if more deliveries are due in the database. */
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

  /** Number of deliveries that may be held. Nothing is claimed in advance before a prompt response. */
  get capacity(): number {
    return this.#limit > FIRST_LIMIT ? this.#limit * AHEAD : this.#limit;
  }

  /** True if half empty: claiming one at a time would cost a transaction each. */
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

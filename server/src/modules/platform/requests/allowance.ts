import { MINUTE } from '#kernel/time.ts';

/**
 * Limits of the request log of a process. Per account: a burst, then a rate per minute. A week holds at most about
 * 300,000 failures and 100,000 successes, and an account with few requests finds all of them. Over all accounts: 100
 * per second, so that the cost of the log does not grow with the load.
 */
const FAILURES: Rate = { burst: 1_000, perMinute: 30 };
const SUCCESSES: Rate = { burst: 600, perMinute: 10 };
const ALL: Rate = { burst: 2_000, perMinute: 6_000 };
/** Part of the total that is reserved for quiet accounts. The rest beyond it is reserved for failures. */
const FOR_QUIET = 0.5;
const FOR_FAILURES = 0.25;
/** Accounts that are tracked. The oldest is dropped first, and starts with a full burst again. */
const ACCOUNTS = 10_000;

interface Rate {
  readonly burst: number;
  readonly perMinute: number;
}

/** Decides which requests are logged. Times come from a monotonic clock. */
export class Allowance {
  readonly #all = new Bucket(ALL);
  readonly #accounts = new Map<number, { failures: Bucket; successes: Bucket }>();

  take(accountId: number, failed: boolean, now: number): boolean {
    const { failures, successes } = this.#account(accountId);
    const own = failed ? failures : successes;
    if (own.level(now) < 1) return false;
    const quiet = own.level(now) >= SUCCESSES.burst / 2;
    const left = failed ? 0 : quiet ? FOR_FAILURES : FOR_QUIET;
    if (this.#all.level(now) < 1 + left * ALL.burst) return false;
    own.take();
    this.#all.take();
    return true;
  }

  #account(id: number) {
    const known = this.#accounts.get(id);
    if (known) return known;
    for (const [first] of this.#accounts) {
      if (this.#accounts.size < ACCOUNTS) break;
      this.#accounts.delete(first);
    }
    const fresh = { failures: new Bucket(FAILURES), successes: new Bucket(SUCCESSES) };
    this.#accounts.set(id, fresh);
    return fresh;
  }
}

/** A token bucket. */
class Bucket {
  readonly #rate: Rate;
  #level: number;
  #at = Number.NEGATIVE_INFINITY;

  constructor(rate: Rate) {
    this.#rate = rate;
    this.#level = rate.burst;
  }

  level(now: number): number {
    const { burst, perMinute } = this.#rate;
    if (now > this.#at) {
      this.#level = Math.min(burst, this.#level + ((now - this.#at) / MINUTE) * perMinute);
      this.#at = now;
    }
    return this.#level;
  }

  take(): void {
    this.#level--;
  }
}

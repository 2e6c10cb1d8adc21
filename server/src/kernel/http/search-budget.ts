import type { AppError } from '../errors.ts';
import { MINUTE, SECOND } from '../time.ts';
import { errors } from './errors.ts';

/** Rows that the searches and large reads of one account may examine per minute. Searches with few matches examine few. */
const ROWS_PER_MINUTE = 1_000_000;
/** Concurrent searches of all accounts. On a database with several connections, each search holds one. */
const AT_ONCE = 4;
/** Searches of one account that may wait for the running one. */
const MAX_WAITING = 10;

interface Account {
  /** Remaining rows at time `at`; may become negative. */
  left: number;
  at: number;
  running: boolean;
  waiting: number;
}

interface Waiting {
  readonly account: Account;
  readonly start: () => void;
}

/**
 * Limits searches, and other reads of many rows. Their cost depends on their matches, which may be all rows of an
 * account. So those of an account run one after the other, and the examined rows are charged to a budget that refills with time. Each process
 * has its own. It uses the monotonic clock, so a jump of the wall clock has no effect.
 */
export class SearchBudget {
  readonly #accounts = new Map<number | string, Account>();
  readonly #waiting: Waiting[] = [];
  readonly #now: () => number;
  #running = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Runs a search when a slot is free, or refuses it. */
  async run<T extends { examined?: number }>(accountId: number | string, search: () => Promise<T>): Promise<T> {
    const account = this.#account(accountId);
    if (account.left <= 0) throw tooMuchSearching((-account.left / ROWS_PER_MINUTE) * MINUTE);
    if (account.waiting >= MAX_WAITING) throw tooMuchSearching(SECOND);
    account.waiting++;
    await new Promise<void>((start) => {
      this.#waiting.push({ account, start });
      this.#startNext();
    });
    try {
      const found = await search();
      // The debt is bounded: after a minute every account may search again.
      account.left = Math.max(account.left - (found.examined ?? 0), -ROWS_PER_MINUTE);
      return found;
    } finally {
      account.running = false;
      this.#running--;
      this.#startNext();
    }
  }

  /** Starts the first waiting search whose account has none running. */
  #startNext(): void {
    while (this.#running < AT_ONCE) {
      const index = this.#waiting.findIndex(({ account }) => !account.running);
      const [next] = index === -1 ? [] : this.#waiting.splice(index, 1);
      if (!next) return;
      next.account.running = true;
      next.account.waiting--;
      this.#running++;
      next.start();
    }
  }

  #account(id: number | string): Account {
    const now = this.#now();
    const known = this.#accounts.get(id);
    if (!known) this.#forgetIdle(now);
    const account = known ?? { left: ROWS_PER_MINUTE, at: now, running: false, waiting: 0 };
    account.left = refilled(account, now);
    account.at = now;
    this.#accounts.set(id, account);
    return account;
  }

  /** Drops accounts with a full budget. */
  #forgetIdle(now: number): void {
    for (const [id, account] of this.#accounts) {
      if (!account.running && account.waiting === 0 && refilled(account, now) === ROWS_PER_MINUTE) {
        this.#accounts.delete(id);
      }
    }
  }
}

function refilled({ left, at }: Account, now: number): number {
  return Math.min(ROWS_PER_MINUTE, left + ((now - at) / MINUTE) * ROWS_PER_MINUTE);
}

function tooMuchSearching(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / SECOND));
  return errors.search_limit_reached({ seconds }, { headers: { 'retry-after': String(seconds) } });
}

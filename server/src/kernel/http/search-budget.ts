import { AppError } from '../errors.ts';
import { MINUTE, SECOND } from '../time.ts';

/** Rows that the searches of one account may look at in a minute. Searches that find little look at few. */
const ROWS_PER_MINUTE = 1_000_000;
/** Searches of all accounts that run at the same time; each holds a connection, where there are several. */
const AT_ONCE = 4;
/** How many searches of an account may wait for the one that runs. */
const MAX_WAITING = 10;

interface Account {
  /** How many rows may still be looked at, when that was so, and by how much too many it may get. */
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
 * What searches cost depends on what they find, which may be all that an account has. So the searches of an account run one
 * after the other, and what they look at is taken from a budget that refills with time. It is kept by each process for
 * itself. Time is the monotonic clock's: a jump of the wall clock neither gives nor takes.
 */
export class SearchBudget {
  readonly #accounts = new Map<number | string, Account>();
  readonly #waiting: Waiting[] = [];
  readonly #now: () => number;
  #running = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Runs a search in its turn, or refuses it. */
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
      // What is owed is bounded: after a minute everyone may search again.
      account.left = Math.max(account.left - (found.examined ?? 0), -ROWS_PER_MINUTE);
      return found;
    } finally {
      account.running = false;
      this.#running--;
      this.#startNext();
    }
  }

  /** The first in line whose account has none running. */
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

  /** Whoever has a full budget need not be remembered. */
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
  return new AppError(
    'RATE_LIMIT_EXCEEDED',
    `The searches of this account have looked at too much for now. Search for a longer text, or again in ${seconds} seconds.`,
    { headers: { 'retry-after': String(seconds) } },
  );
}

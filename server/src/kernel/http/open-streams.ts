import { AppError } from '../errors.ts';
import type { Caller } from './caller.ts';

/** At a time: of one person, of one account, and in the process. */
const MOST = { caller: 10, account: 100, all: 5_000 };
const RETRY_SECONDS = 10;

/** How many streams are open, and whose. They hold neither a connection of the database nor a turn, only memory. */
export class OpenStreams {
  readonly #open = new Map<string, number>();
  #all = 0;

  /** Throws 429 where there are too many; answers what to call when it has ended. */
  enter({ credential, account }: Caller): () => void {
    const caller = credential.rate.bucket;
    const whose = account && `account:${account.id}`;
    if (this.#count(caller) >= MOST.caller) throw tooMany(`You have ${MOST.caller} streams open, which is the most.`);
    if (whose && this.#count(whose) >= MOST.account) {
      throw tooMany(`This account has ${MOST.account} streams open, which is the most.`);
    }
    if (this.#all >= MOST.all) throw tooMany('There are too many streams open.');
    const names = whose ? [caller, whose] : [caller];
    for (const name of names) this.#open.set(name, this.#count(name) + 1);
    this.#all++;
    return () => {
      this.#all--;
      for (const name of names) this.#release(name);
    };
  }

  countAll(): number {
    return this.#all;
  }

  #count(name: string): number {
    return this.#open.get(name) ?? 0;
  }

  #release(name: string): void {
    const left = this.#count(name) - 1;
    if (left > 0) this.#open.set(name, left);
    else this.#open.delete(name);
  }
}

function tooMany(message: string): AppError {
  return new AppError('RATE_LIMIT_EXCEEDED', `${message} Close one, or try again in ${RETRY_SECONDS} seconds.`, {
    headers: { 'retry-after': String(RETRY_SECONDS) },
  });
}

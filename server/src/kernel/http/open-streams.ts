import { AppError } from '../errors.ts';
import type { Caller } from './caller.ts';

/** Concurrent streams per person, per account and per process. */
const MOST = { caller: 10, account: 100, all: 5_000 };
const RETRY_SECONDS = 10;

/** Counts open streams per caller and account. A stream uses memory, but no database connection and no slot. */
export class OpenStreams {
  readonly #open = new Map<string, number>();
  #all = 0;

  /** Registers a stream. Throws 429 if there are too many. Returns the function to call at its end. */
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

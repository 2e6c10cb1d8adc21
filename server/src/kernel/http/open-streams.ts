import type { Caller } from './caller.ts';
import { errors } from './errors.ts';

/** Concurrent streams per person, per account and per process. */
const MOST = { caller: 10, account: 100, all: 5_000 };
const RETRY_SECONDS = 10;
const LATER = { headers: { 'retry-after': String(RETRY_SECONDS) } };

/** Counts open streams per caller and account. A stream uses memory, but no database connection and no slot. */
export class OpenStreams {
  readonly #open = new Map<string, number>();
  #all = 0;

  /** Registers a stream. Throws 429 if there are too many. Returns the function to call at its end. */
  enter({ credential, account }: Caller): () => void {
    const caller = credential.rate.bucket;
    const whose = account && `account:${account.id}`;
    if (this.#count(caller) >= MOST.caller)
      throw errors.too_many_own_streams({ max: MOST.caller, seconds: RETRY_SECONDS }, LATER);
    if (whose && this.#count(whose) >= MOST.account) {
      throw errors.too_many_streams_of_account({ max: MOST.account, seconds: RETRY_SECONDS }, LATER);
    }
    if (this.#all >= MOST.all) throw errors.too_many_streams({ seconds: RETRY_SECONDS }, LATER);
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

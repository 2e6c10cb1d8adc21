import { setTimeout as sleep } from 'node:timers/promises';
import { callApi, Failed } from './api.ts';
import type { Customer } from './customer.ts';
import type { Entry, Ledger } from './ledger.ts';

const WRITERS = 4;
/** Pause between two rounds of a writer: the load is there to be counted, not to be heavy. */
const PAUSE_MS = 60;
/** Delay before an unanswered request is repeated, as the documentation tells customers to. */
const TRY_AGAIN_MS = 100;

interface Target {
  readonly url: string;
  readonly customer: Customer;
  readonly ledger: Ledger;
}

/** Customers who write, remember the acknowledgements, and retry until they have one. */
export class Load {
  readonly #target: Target;
  readonly #writers: Promise<void>[];
  #ending = false;

  constructor(target: Target) {
    this.#target = target;
    this.#writers = Array.from({ length: WRITERS }, () => this.#write());
  }

  /** Starts nothing new, and retries what was started until it is acknowledged. */
  async end(): Promise<void> {
    this.#ending = true;
    await Promise.all(this.#writers);
  }

  async #write(): Promise<void> {
    const { ledger } = this.#target;
    while (!this.#ending) {
      try {
        const ticket = ledger.open('ticket');
        const id = await this.#post(ticket, '/tickets', { subject: ticket.name, message: 'Begun.' });
        const reply = ledger.open('reply');
        await this.#post(reply, `/tickets/reply?id=${id}`, { message: reply.name });
        await this.#read(id, ticket, reply);
      } catch (error) {
        ledger.problems.push((error as Error).message);
      }
      await sleep(PAUSE_MS);
    }
  }

  async #post(entry: Entry, path: string, body: object): Promise<number> {
    const { id } = await this.#ask<{ id: number }>(path, { body, idempotencyKey: entry.name });
    this.#target.ledger.acknowledge(entry, id);
    return id;
  }

  /** Checks that the customer sees their last write, whichever replica answers. */
  async #read(id: number, ticket: Entry, reply: Entry): Promise<void> {
    const { ledger } = this.#target;
    const since = performance.now();
    const { subject, messages } = await this.#ask<{ subject: string; messages: { message: string }[] }>(
      `/tickets/show?id=${id}`,
    );
    ledger.longestReadMs = Math.max(ledger.longestReadMs, performance.now() - since);
    const seen = subject === ticket.name && messages.some(({ message }) => message === reply.name);
    if (!seen) ledger.problems.push(`${ticket.name} was not shown as it had been acknowledged.`);
  }

  async #ask<T>(path: string, given: { body?: object; idempotencyKey?: string } = {}): Promise<T> {
    const { url, customer, ledger } = this.#target;
    return insist(ledger, async () => (await callApi<T>(url, path, { key: customer.key, ...given })).data);
  }
}

/** Repeats the request until it is answered. */
export async function insist<T>(ledger: Ledger, ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      ledger.noteFailure(error.message);
      await sleep(TRY_AGAIN_MS);
    }
  }
}

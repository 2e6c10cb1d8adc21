import type pg from 'pg';
import { toStatementError } from '../statement-error.ts';
import { BatchFailure, runBatch } from './batch.ts';
import type { Answer, Connection, Request } from './connection.ts';

/** Most statements deferred before they are sent. */
const MOST_DEFERRED = 100;

/**
 * A connection with a transaction. Statements without an awaited result are sent with the next awaited one, in one
 * round trip. If a deferred statement fails, the next one throws its error and does not run.
 */
export class Line implements Connection {
  readonly #client: pg.ClientBase;
  #deferred: Request[] = [];
  #isUsed = false;

  constructor(client: pg.ClientBase) {
    this.#client = client;
  }

  /** True if anything was sent. */
  get isUsed(): boolean {
    return this.#isUsed;
  }

  defer(request: Request): Promise<void> | undefined {
    this.#deferred.push(request);
    return this.#deferred.length < MOST_DEFERRED ? undefined : this.#flush();
  }

  async query(request: Request | string): Promise<Answer> {
    if (typeof request !== 'string') return this.#send([...this.#deferred.splice(0), request], 1);
    await this.#flush();
    return this.#client.query(request);
  }

  async #flush(): Promise<void> {
    if (this.#deferred.length > 0) await this.#send(this.#deferred.splice(0), 0);
  }

  async #send(requests: readonly Request[], awaited: 0 | 1): Promise<Answer> {
    this.#isUsed = true;
    try {
      return await runBatch(this.#client, requests);
    } catch (error) {
      if (!(error instanceof BatchFailure)) throw error;
      const { index, cause } = error;
      throw index < requests.length - awaited ? toStatementError(requests[index]?.text ?? '', cause) : cause;
    }
  }
}

import type { Database } from '@hostler/database';
import { DatabaseUnavailable } from '#kernel/database/trouble.ts';
import type { Credential } from '#kernel/http/caller.ts';
import type { AnsweredRequest, RequestLog } from '#kernel/http/request-log.ts';
import type { Logger } from '#kernel/log.ts';
import { HOUR, SECOND } from '#kernel/time.ts';
import { Allowance } from './allowance.ts';
import { insertRequests, markGaps, type NewRequest } from './store.ts';

/** A killed process loses at most this much of the log, and the batch being written. */
const WRITE_AFTER_MS = SECOND;
/** Rows per transaction: few enough that no customer's write waits for them. */
const AT_ONCE = 200;
/** Rows that wait for the database. Further ones are dropped. */
const MOST_WAITING = 2_000;
/** A gap is recorded once in this time per account. */
const TELL_GAP_AFTER_MS = HOUR;
const TOLD_ACCOUNTS = 10_000;

/** Logs requests in batches after the response, about once per second. */
export class RequestRecorder implements RequestLog {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #allowance = new Allowance();
  /** Time of the last recorded gap per account. */
  readonly #toldAt = new Map<number, number>();
  #rows: NewRequest[] = [];
  #gaps = new Map<number, number>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor({ db, log }: { db: Database; log: Logger }) {
    this.#db = db;
    this.#log = log;
  }

  note(request: AnsweredRequest, accountId: number, credential: Credential): void {
    const now = performance.now();
    const kept = this.#rows.length < MOST_WAITING && this.#allowance.take(accountId, request.status >= 400, now);
    if (kept) this.#rows.push(toRow(request, accountId, credential));
    else if (!this.#noteGap(accountId, request.at, now)) return;
    this.#timer ??= setTimeout(() => void this.finish(), WRITE_AFTER_MS).unref();
  }

  finish(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  /** Returns whether a gap has to be recorded. */
  #noteGap(accountId: number, at: number, now: number): boolean {
    if (now - (this.#toldAt.get(accountId) ?? Number.NEGATIVE_INFINITY) < TELL_GAP_AFTER_MS) return false;
    if (this.#toldAt.size >= TOLD_ACCOUNTS) this.#toldAt.clear();
    this.#toldAt.set(accountId, now);
    this.#gaps.set(accountId, at);
    return true;
  }

  /** Rows that cannot be written are dropped: the log is a convenience, and the server's own log has them too. */
  async #write(): Promise<void> {
    const gaps = this.#gaps;
    this.#gaps = new Map();
    try {
      if (gaps.size > 0) await this.#db.write(() => markGaps(gaps));
      while (this.#rows.length > 0) {
        const batch = this.#rows.splice(0, AT_ONCE);
        await this.#db.write(() => insertRequests(batch));
      }
    } catch (err) {
      if (!(err instanceof DatabaseUnavailable))
        this.#log.warn({ err }, 'requests could not be kept for their customers');
    }
  }
}

function toRow(request: AnsweredRequest, accountId: number, credential: Credential): NewRequest {
  const { at, requestId, method, path, status, failure, ms, address } = request;
  const { kind, id, label, environment } = credential;
  return {
    account_id: accountId,
    environment,
    key_id: kind === 'key' ? id : null,
    person_id: kind === 'person' ? id : null,
    caller_name: label,
    status,
    status_class: Math.floor(status / 100),
    error_code: failure,
    duration_ms: Math.round(ms * 10) / 10,
    request_id: requestId,
    at,
    method,
    path,
    address,
  };
}

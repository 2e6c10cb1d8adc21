import type { Logger } from 'pino';
import { MINUTE, SECOND } from './time.ts';

/** Answers must last this long before an outage counts as ended, so that one that flickers is logged once. */
const SETTLED_AFTER_MS = 10 * SECOND;
/** Without any further call nothing is known about an outage, and it is no longer logged. */
const ABANDONED_AFTER_MS = 10 * MINUTE;
const MOST_OUTAGES = 100;
const LONGEST_REASON = 300;

/**
 * An error of a system outside of this process. `retry` says why the same call may succeed later: the system does not
 * answer (`outage`), or something else has to happen first (`wait`). Neither is a fault of the program.
 */
export abstract class ExternalError extends Error {
  abstract readonly retry: 'outage' | 'wait' | undefined;
}

/** The engine that was called, or else the work that met the failure. */
export type OutageSource = { engine: string } | { job_kind: string } | { recurring_job: string };

interface Outage {
  readonly source: OutageSource;
  readonly began: number;
  failures: number;
  failedAt: number;
  loggedAt: number;
  /** The first answer since the last failure. */
  answeredAt: number | undefined;
}

/**
 * Logs failed calls to systems outside of this process as outages, for each source: one line at the beginning, one a
 * minute with a count, one at the end. Every process logs what it sees itself.
 */
export class Outages {
  readonly #log: Logger;
  readonly #now: () => number;
  readonly #open = new Map<string, Outage>();
  readonly #endedAt = new Map<string, number>();
  readonly #counted = new WeakSet<object>();
  #timer: NodeJS.Timeout | undefined;

  constructor(log: Logger, now: () => number = () => performance.now()) {
    this.#log = log;
    this.#now = now;
  }

  /** Notes an error that is an outage or a wait. Returns false for any other one: the caller has to log it. */
  take(source: OutageSource, error: unknown): boolean {
    if (!(error instanceof ExternalError) || error.retry === undefined) return false;
    if (error.retry === 'outage') this.fail(source, error);
    else this.#log.debug({ ...source, reason: describe(error) }, 'work waits');
    return true;
  }

  /** Counts a failed call. An error that was counted already, also as the cause of this one, is not counted again. */
  fail(source: OutageSource, error: Error, callBegan: number = this.#now()): void {
    if (this.#isCounted(error)) return;
    this.#counted.add(error);
    const key = keyOf(source);
    // A call that hung during an outage may fail after its end.
    if (callBegan < (this.#endedAt.get(key) ?? Number.NEGATIVE_INFINITY)) return;
    const outage = this.#open.get(key);
    if (!outage) {
      this.#begin(key, source, error);
      return;
    }
    outage.failures++;
    if (outage.answeredAt !== undefined && callBegan < outage.answeredAt) return;
    outage.failedAt = this.#now();
    outage.answeredAt = undefined;
  }

  /** Notes that a call was answered, whatever the answer says. */
  answer(source: OutageSource): void {
    if (this.#open.size === 0) return;
    const outage = this.#open.get(keyOf(source));
    if (outage) outage.answeredAt ??= this.#now();
  }

  /** Logs what is due. A timer calls it every second while there is an outage. */
  tick(): void {
    const now = this.#now();
    for (const [key, outage] of this.#open) {
      const { answeredAt, failedAt, loggedAt } = outage;
      if (answeredAt !== undefined) {
        // An outage that flickers is not over yet.
        if (now - answeredAt < SETTLED_AFTER_MS) continue;
        this.#end(key, answeredAt);
        this.#log.info(describeOutage(outage, answeredAt), 'outage ended');
      } else if (now - failedAt >= ABANDONED_AFTER_MS) {
        this.#end(key, failedAt);
        this.#log.info(describeOutage(outage, failedAt), 'outage no longer observed: no further calls');
      } else if (now - loggedAt >= MINUTE) {
        outage.loggedAt = now;
        this.#log.warn(describeOutage(outage, now), 'outage continues');
      }
    }
  }

  #begin(key: string, source: OutageSource, error: Error): void {
    if (this.#open.size >= MOST_OUTAGES) return;
    const now = this.#now();
    this.#open.set(key, { source, began: now, failures: 1, failedAt: now, loggedAt: now, answeredAt: undefined });
    this.#timer ??= setInterval(() => this.tick(), SECOND).unref();
    const cause = error.cause instanceof Error ? { cause: describe(error.cause) } : {};
    this.#log.warn({ ...source, reason: describe(error), ...cause }, 'outage began');
  }

  #end(key: string, at: number): void {
    this.#open.delete(key);
    this.#endedAt.set(key, at);
    if (this.#open.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #isCounted(error: Error): boolean {
    for (let each: unknown = error; each instanceof Error; each = each.cause) if (this.#counted.has(each)) return true;
    return false;
  }
}

function keyOf(source: OutageSource): string {
  return JSON.stringify(source);
}

function describeOutage({ source, began, failures }: Outage, until: number): object {
  return { ...source, failures, seconds: Math.round((until - began) / SECOND) };
}

/** Returns the reason on one line: messages of tools and drivers may have many. */
function describe(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  return (error.message || code || error.name).replace(/\s+/g, ' ').trim().slice(0, LONGEST_REASON);
}

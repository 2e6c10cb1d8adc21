import { randomUUID } from 'node:crypto';
import type { Database } from '../db/database.ts';
import type { Query } from '../db/query.ts';
import type { Logger } from '../log.ts';
import { type Clock, MINUTE, SECOND } from '../time.ts';
import {
  claimJobs,
  completeJob,
  holdJobs,
  JOBS_SIGNAL,
  type Job,
  LeaseLost,
  postponeJob,
  releaseJobs,
  takeTurn,
} from './queue.ts';

const LEASE_MS = 15 * SECOND;
const HOLD_EVERY_MS = 5 * SECOND;
const LOOK_EVERY_MS = 1 * SECOND;
const CONCURRENCY = 16;
const MAX_ATTEMPTS = 12;

export interface JobWork {
  readonly job: Job;
  readonly payload: unknown;
  /** Aborted when the lease is lost or the worker must stop. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** To be part of the transaction that commits the result. */
  complete(): Query<void>;
}

export interface JobHandler {
  readonly kind: string;
  /** May run again after a crash, so a second run of a half-done step must do no harm. A throw is tried again later. */
  run(work: JobWork): Promise<void>;
  /** The handler itself decides when to give up, by not throwing any more. */
  readonly retryForever?: boolean;
}

/** Upkeep that one process does every so often. */
export interface RecurringJob {
  readonly name: string;
  readonly everyMs: number;
  run(now: number): Promise<void>;
}

interface WorkerOptions {
  db: Database;
  clock: Clock;
  log: Logger;
  handlers: readonly JobHandler[];
  recurring: readonly RecurringJob[];
}

/** Claims jobs with a lease and runs them. When it dies, its leases end and another worker takes the jobs over. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #name = randomUUID();
  readonly #handlers: Map<string, JobHandler>;
  readonly #running = new Map<number, { ended: Promise<void>; abort: AbortController }>();
  #heldUntil = 0;
  /** When it is worth asking again whose turn it is. */
  readonly #nextTurns = new Map<string, number>();
  readonly #turns = new Map<string, Promise<void>>();
  #timers: NodeJS.Timeout[] = [];
  #unsubscribe: (() => void) | undefined;
  #claiming: Promise<void> | undefined;
  #lookAgain = false;
  #stopping = false;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#handlers = new Map(options.handlers.map((handler) => [handler.kind, handler]));
  }

  start(): void {
    this.#unsubscribe = this.#options.db.onSignal(JOBS_SIGNAL, () => this.#look());
    this.#timers = [
      setInterval(() => this.#look(), LOOK_EVERY_MS),
      setInterval(() => void this.#hold(), HOLD_EVERY_MS),
      setInterval(() => this.#runRecurring(), LOOK_EVERY_MS),
    ];
    this.#look();
    this.#runRecurring();
  }

  /** Claims no more, lets what runs finish until the patience ends, then aborts it and leaves it to others. */
  async stop(patienceMs: number): Promise<void> {
    this.#stopping = true;
    this.#unsubscribe?.();
    for (const timer of this.#timers) clearInterval(timer);
    await this.#claiming;
    const patience = setTimeout(() => this.#abort(this.#running.keys()), patienceMs);
    await Promise.all([...[...this.#running.values()].map(({ ended }) => ended), ...this.#turns.values()]);
    clearTimeout(patience);
    await this.#options.db.write(() => releaseJobs({ worker: this.#name }));
  }

  /** One claim at a time; whoever asks meanwhile is served by another round. */
  #look(): void {
    this.#lookAgain = true;
    if (this.#stopping) return;
    this.#claiming ??= this.#claim().finally(() => {
      this.#claiming = undefined;
    });
  }

  async #claim(): Promise<void> {
    try {
      while (this.#lookAgain && !this.#stopping && this.#running.size < CONCURRENCY) {
        this.#lookAgain = false;
        const now = this.#options.clock.now();
        const limit = CONCURRENCY - this.#running.size;
        const claim = { now, until: now + LEASE_MS, worker: this.#name, limit };
        this.#heldUntil = Math.max(this.#heldUntil, now + LEASE_MS);
        for (const job of await this.#options.db.write(() => claimJobs(claim))) this.#begin(job);
      }
    } catch (error) {
      this.#options.log.error({ err: error }, 'jobs could not be claimed');
    }
  }

  #begin(job: Job): void {
    const abort = new AbortController();
    const ended = this.#run(job, abort.signal).finally(() => {
      this.#running.delete(job.id);
      this.#look();
    });
    this.#running.set(job.id, { ended, abort });
  }

  #abort(ids: Iterable<number>): void {
    for (const id of ids) this.#running.get(id)?.abort.abort();
  }

  async #run(job: Job, signal: AbortSignal): Promise<void> {
    const { db, clock } = this.#options;
    const log = this.#options.log.child({ job_id: job.id, job_kind: job.kind, attempt: job.attempts });
    let completed = false;
    const name = this.#name;
    const work: JobWork = {
      job,
      payload: JSON.parse(job.payload),
      signal,
      log,
      *complete() {
        completed = true;
        yield* completeJob(job.id, name);
      },
    };
    const handler = this.#handlers.get(job.kind);
    try {
      if (!handler) throw new Error(`no handler for jobs of kind ${job.kind}`);
      await handler.run(work);
      if (!completed) await db.write(() => work.complete());
    } catch (error) {
      if (error instanceof LeaseLost || signal.aborted) {
        log.warn({ err: error }, 'job left to another worker');
        return;
      }
      const gaveUp = job.attempts >= MAX_ATTEMPTS && !handler?.retryForever;
      log.error({ err: error }, gaveUp ? 'job given up' : 'job failed; it is tried again');
      const end = gaveUp
        ? () => completeJob(job.id, name)
        : () => postponeJob({ id: job.id, worker: name, run_at: clock.now() + backoff(job.attempts) });
      await db.write<unknown>(end).catch((failure) => log.error({ err: failure }, 'job could not be put back'));
    }
  }

  /** Keeps the leases. What is no longer ours, or cannot be known to be, is stopped: another worker may be at it. */
  async #hold(): Promise<void> {
    if (this.#running.size === 0) return;
    const now = this.#options.clock.now();
    try {
      const held = await this.#options.db.write(() => holdJobs({ until: now + LEASE_MS, worker: this.#name }));
      this.#heldUntil = now + LEASE_MS;
      const ours = new Set(held.map(({ id }) => id));
      this.#abort([...this.#running.keys()].filter((id) => !ours.has(id)));
    } catch (error) {
      this.#options.log.error({ err: error }, 'leases could not be renewed');
      if (this.#options.clock.now() > this.#heldUntil) this.#abort(this.#running.keys());
    }
  }

  /** Each in its own time: a slow one delays itself alone, and is not begun again before it has ended. */
  #runRecurring(): void {
    const now = this.#options.clock.now();
    for (const job of this.#options.recurring) {
      const due = now >= (this.#nextTurns.get(job.name) ?? 0);
      if (this.#stopping || !due || this.#turns.has(job.name)) continue;
      this.#nextTurns.set(job.name, now + job.everyMs);
      const turn = this.#takeTurn(job, now).finally(() => this.#turns.delete(job.name));
      this.#turns.set(job.name, turn);
    }
  }

  async #takeTurn({ name, everyMs, run }: RecurringJob, now: number): Promise<void> {
    try {
      if (await this.#options.db.write(() => takeTurn(name, everyMs, now))) await run(now);
    } catch (error) {
      this.#options.log.error({ err: error, recurring_job: name }, 'recurring job failed');
    }
  }
}

/** 1 s, 2 s, 4 s … up to a minute, each a bit different so that many do not come back at once. */
export function backoff(attempt: number): number {
  const pause = Math.min(SECOND * 2 ** Math.max(0, attempt - 1), MINUTE);
  return Math.round(pause * (0.8 + Math.random() * 0.4));
}

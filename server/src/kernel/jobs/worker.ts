import type { Database, Query } from '@hostler/database';
import { noteCurrentWork, workOn } from '../current-work.ts';
import type { Logger } from '../log.ts';
import { oneByOne } from '../one-by-one.ts';
import { Outages } from '../outages.ts';
import { type Clock, MINUTE, SECOND } from '../time.ts';
import { inSpan, type SpanStart } from '../trace/trace.ts';
import { type Claim, claimJobs, findDueLanes } from './claim.ts';
import { ClaimLoop } from './claim-loop.ts';
import { ClockJumped, ClockWatch } from './clock-watch.ts';
import { runHeld } from './hold.ts';
import { type Lane, openLanes } from './lanes.ts';
import { announceWork, type JobResult, noteJob } from './metrics.ts';
import { type Pace, Presence, PresenceLost } from './presence.ts';
import { completeJob, holdJobs, type Job, LeaseLost, postponeJob, releaseJobs, releaseJobsBut } from './queue.ts';
import { JOBS_SIGNAL, mendTimes } from './queue-times.ts';
import { type RecurringJob, RecurringJobs, releaseTurns } from './recurring.ts';

export type { RecurringJob } from './recurring.ts';

/**
 * Lease by the clock, for versions without heartbeats. Between current versions presence.ts decides which worker has a
 * job.
 */
const LEASE_MS = 15 * SECOND;
const HOLD_EVERY_MS = 5 * SECOND;
const LOOK_EVERY_MS = 1 * SECOND;
const MEND_EVERY_MS = 10 * SECOND;
const MAX_ATTEMPTS = 12;
const DATABASE = { engine: 'database' };

export interface JobWork {
  readonly job: Job;
  readonly payload: unknown;
  /** Aborted when the lease is lost or the worker must stop. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** Deletes the job. Run it in the transaction that commits the result. */
  complete(): Query<void>;
}

export interface JobHandler {
  readonly kind: string;
  /**
   * Runs the job. May run again after a crash, so repeating a half-done step must be harmless. If it throws, the job is
   * retried.
   */
  run(work: JobWork): Promise<void>;
  /** Retries without limit: the handler gives up by not throwing. */
  readonly retryForever?: boolean;
}

/**
 * Thrown by a handler whose work cannot be done yet although nothing failed. The job runs again in a minute, without
 * limit.
 */
export class JobDeferred extends Error {
  override name = 'JobDeferred';
}

interface WorkerOptions {
  db: Database;
  clock: Clock;
  log: Logger;
  outages?: Outages;
  handlers: readonly JobHandler[];
  recurring: readonly RecurringJob[];
  pace?: Pace;
}

interface Running {
  readonly ended: Promise<void>;
  readonly abort: AbortController;
}

/** Claims jobs and runs them. If the worker dies, its heartbeat stops and another worker takes over its jobs. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #handlers: Map<string, JobHandler>;
  readonly #lanes = openLanes();
  readonly #running = new Map<number, Running>();
  readonly #recurring: RecurringJobs;
  readonly #watch: ClockWatch;
  readonly #outages: Outages;
  readonly #presence: Presence;
  readonly #claims: ClaimLoop;
  #timers: NodeJS.Timeout[] = [];
  /**
   * Set if this worker may hold leases of jobs it does not run: after a failed claim, or a job that could not be put
   * back.
   */
  #isUnsure = false;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#outages = options.outages ?? new Outages(options.log);
    this.#handlers = new Map(options.handlers.map((handler) => [handler.kind, handler]));
    this.#presence = new Presence({
      ...options,
      kind: 'jobs',
      isBusy: () => this.#running.size > 0 || this.#recurring.isBusy,
      onLost: () => this.#abort(this.#running.keys()),
      *release(worker) {
        yield* releaseJobs(worker);
        yield* releaseTurns(worker);
      },
    });
    this.#recurring = new RecurringJobs({ ...options, outages: this.#outages, presence: this.#presence });
    this.#watch = new ClockWatch(options.clock);
    this.#claims = new ClaimLoop({
      db: options.db,
      signal: JOBS_SIGNAL,
      everyMs: LOOK_EVERY_MS,
      claim: () => this.#claim(),
      onError: (error) => this.#noteFailedClaim(error),
    });
    announceWork(
      [...this.#handlers.keys()],
      options.recurring.map(({ name }) => name),
    );
  }

  start(): void {
    this.#presence.start();
    this.#timers = [
      setInterval(() => void this.#hold(), HOLD_EVERY_MS),
      setInterval(() => this.#recurring.run(), LOOK_EVERY_MS),
      setInterval(() => void this.#mend(), MEND_EVERY_MS),
    ];
    this.#claims.start();
    this.#recurring.run();
  }

  /**
   * Claims no more and waits up to `patienceMs` for running jobs. Then aborts them and leaves them to other workers.
   */
  async stop(patienceMs: number): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#claims.stop();
    const patience = setTimeout(() => this.#abort(this.#running.keys()), patienceMs);
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
    await this.#recurring.finish();
    clearTimeout(patience);
    await this.#presence.stop();
  }

  async #claim(): Promise<boolean> {
    const isUnsure = this.#isUnsure;
    // Reset before the claim, so that a failure meanwhile is handled by the next one.
    this.#isUnsure = false;
    const { worker, jobs } = await this.#takeTurn(isUnsure);
    for (const job of jobs) this.#begin(job, worker);
    return jobs.length > 0;
  }

  #noteFailedClaim(error: unknown): void {
    this.#isUnsure = true;
    if (error instanceof ClockJumped || error instanceof PresenceLost) return;
    this.#report(error, 'jobs not claimed');
  }

  async #takeTurn(isUnsure: boolean): Promise<{ worker: string; jobs: Job[] }> {
    const { db, clock } = this.#options;
    const now = clock.now();
    const takesOver = this.#isClockSettled();
    const checkClock = this.#watch.guard();
    const lanes = await db.peek(findDueLanes(this.#lanes, now));
    if (lanes.length === 0 && !isUnsure) return { worker: this.#presence.worker, jobs: [] };
    const kinds = [...this.#handlers.keys()];
    const known = isUnsure ? [...this.#running.keys()] : undefined;
    return this.#presence.take(function* ({ worker, join }) {
      if (known) yield* releaseJobsBut(known, worker);
      const claim: Claim = { worker, now, until: now + LEASE_MS, kinds, takesOver };
      const jobs: Job[] = [];
      for (const lane of lanes) jobs.push(...(yield* claimJobs(claim, lane)));
      if (jobs.length > 0) yield* join();
      checkClock();
      return { worker, jobs };
    });
  }

  /**
   * Returns whether leases can be trusted. After the clock jumped they cannot be, until their holders have had time to
   * renew them.
   */
  #isClockSettled(): boolean {
    const since = this.#watch.sinceJump();
    if (since === 0) void this.#hold();
    return since > LEASE_MS;
  }

  #begin(job: Job, worker: string): void {
    const abort = new AbortController();
    const lane = this.#laneOf(job);
    lane?.begin(job.account_id);
    const began = performance.now();
    const work = { name: `job ${job.kind}`, accountId: job.account_id || null };
    const ended = workOn(work, () => this.#trace(job, () => this.#run(job, worker, abort.signal)))
      .then((result) => noteJob(job.kind, result, began))
      .finally(() => {
        this.#running.delete(job.id);
        lane?.end(job.account_id);
        this.#claims.claimSoon();
      });
    this.#running.set(job.id, { ended, abort });
  }

  #trace(job: Job, run: () => Promise<JobResult>): Promise<JobResult> {
    return inSpan(describeSpan(job), async (span) => {
      const result = await run();
      span?.set({ 'hostler.job.result': result });
      if (result !== 'done') span?.fail();
      return result;
    });
  }

  #laneOf(job: Job): Lane | undefined {
    return this.#lanes.find(({ name }) => name === job.lane);
  }

  #abort(ids: Iterable<number>): void {
    for (const id of ids) this.#running.get(id)?.abort.abort();
  }

  async #run(job: Job, worker: string, signal: AbortSignal): Promise<JobResult> {
    const { db, clock } = this.#options;
    const log = this.#options.log.child({ job_id: job.id, job_kind: job.kind, attempt: job.attempts });
    let completed = false;
    const work: JobWork = {
      job,
      payload: JSON.parse(job.payload),
      signal,
      log,
      *complete() {
        completed = true;
        yield* completeJob(job.id, worker);
      },
    };
    const handler = this.#handlers.get(job.kind);
    try {
      if (!handler) throw new Error(`no handler for jobs of kind ${job.kind}`);
      await oneByOne();
      noteCurrentWork();
      await runHeld(
        () => this.#presence.confirm(worker),
        () => handler.run(work),
      );
      if (!completed) await db.write(() => work.complete());
      this.#outages.answer({ job_kind: job.kind });
      return 'done';
    } catch (error) {
      if (error instanceof LeaseLost || signal.aborted) {
        log.warn({ err: error }, 'job left to another worker');
        return 'left';
      }
      if (error instanceof JobDeferred) return this.#defer(job, worker, log, error);
      const gaveUp = job.attempts >= MAX_ATTEMPTS && !handler?.retryForever;
      if (gaveUp || !this.#outages.take({ job_kind: job.kind }, error)) {
        log.error({ err: error }, gaveUp ? 'job given up' : 'job failed: will retry');
      }
      const end = gaveUp
        ? () => completeJob(job.id, worker)
        : () => postponeJob({ id: job.id, worker, run_at: clock.now() + backoff(job.attempts) });
      await this.#putBack(job, log, end);
      return gaveUp ? 'given_up' : 'tried_again';
    }
  }

  async #defer(job: Job, worker: string, log: Logger, { message }: JobDeferred): Promise<JobResult> {
    log.debug({ reason: message }, 'job deferred');
    const run_at = this.#options.clock.now() + MINUTE;
    await this.#putBack(job, log, () => postponeJob({ id: job.id, worker, run_at }));
    return 'deferred';
  }

  async #putBack(job: Job, log: Logger, end: () => Query<void>): Promise<void> {
    await this.#options.db.write(end).catch((failure) => {
      this.#report(failure, 'job not released', log);
      // The job runs nowhere now, and other workers do not take it while this worker sends heartbeats.
      this.#running.delete(job.id);
      this.#isUnsure = true;
    });
  }

  /** Logs a failure of the database, unless it is an outage, which is logged as such. */
  #report(error: unknown, message: string, log: Logger = this.#options.log): void {
    if (!this.#outages.take(DATABASE, error)) log.error({ err: error }, message);
  }

  /** Renews the leases. Aborts jobs whose lease was lost: another worker may be running them. */
  async #hold(): Promise<void> {
    if (this.#running.size === 0) return;
    const held = [...this.#running.keys()];
    const until = this.#options.clock.now() + LEASE_MS;
    try {
      const ours = await this.#options.db.write(() => holdJobs(held, this.#presence.worker, until));
      this.#abort(held.filter((id) => !ours.has(id)));
    } catch (error) {
      this.#report(error, 'leases not renewed');
    }
  }

  async #mend(): Promise<void> {
    const now = this.#options.clock.now();
    if (!this.#isClockSettled()) return;
    const checkClock = this.#watch.guard();
    try {
      const mend = function* () {
        const more = yield* mendTimes(now);
        checkClock();
        return more;
      };
      while (!this.#claims.isStopped && (await this.#options.db.write(mend)));
    } catch (error) {
      if (error instanceof ClockJumped) return;
      this.#report(error, 'job times not repaired');
    }
  }
}

function describeSpan({ id, kind, lane, attempts, traceparent }: Job): SpanStart {
  const attributes = { 'hostler.job.id': id, 'hostler.job.lane': lane, 'hostler.job.attempt': attempts };
  return { name: `job ${kind}`, kind: 'consumer', parent: traceparent, attributes };
}

/**
 * Returns the delay before a retry: 1 s, 2 s, 4 s … up to a minute. The jitter keeps many jobs from returning at once.
 */
export function backoff(attempt: number): number {
  const pause = Math.min(SECOND * 2 ** Math.max(0, attempt - 1), MINUTE);
  return Math.round(pause * (0.8 + Math.random() * 0.4));
}

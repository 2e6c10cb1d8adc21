import { type Database, type Query, sql } from '@hostler/database';
import { workOn } from '../current-work.ts';
import type { Logger } from '../log.ts';
import type { Outages } from '../outages.ts';
import { type Clock, MINUTE } from '../time.ts';
import { runHeld } from './hold.ts';
import { noteUpkeep } from './metrics.ts';
import { type Presence, PresenceLost } from './presence.ts';

/** Maintenance that one process runs at an interval. */
export interface RecurringJob {
  readonly name: string;
  readonly everyMs: number;
  run(now: number): Promise<void>;
}

/** The clocks of two machines may differ by this much without an interval being claimed twice. */
const SKEW_MS = MINUTE;
/** From this interval on, a run is repeated if its worker died. Shorter jobs wait for their next interval. */
const LONG_MS = 5 * MINUTE;

const TURNS = sql<object, { name: string; next_at: number }>('select name, next_at from recurring_jobs');
const PLAN = sql<{ name: string; now: number }>(
  `insert into recurring_jobs (name, next_at) values (:name, :now) on conflict (name) do nothing`,
);
/** Sets `next_at` to the first future interval: one run makes up for all missed intervals. */
const TAKE_TURN = sql<{
  name: string;
  now: number;
  every: number;
  anew: number;
  furthest: number;
  worker: string | null;
}>(
  `update recurring_jobs set taken_by = :worker,
     next_at = case when next_at > :now then :anew else next_at + (cast((:now - next_at) / :every as bigint) + 1) * :every end
   where name = :name and (next_at <= :now or next_at > :furthest)`,
);
const END_TURN = sql<{ name: string; worker: string }>(
  'update recurring_jobs set taken_by = null where name = :name and taken_by = :worker',
);
const RELEASE = sql<{ worker: string }>(
  'update recurring_jobs set taken_by = null, next_at = 0 where taken_by = :worker',
);

/**
 * Returns true for the one process that claims this interval. A `next_at` implausibly far ahead was written by a wrong
 * clock and is ignored.
 */
export function* takeTurn(name: string, every: number, now: number, worker: string | null = null): Query<boolean> {
  yield* PLAN.run({ name, now });
  const anew = now + every;
  return (yield* TAKE_TURN.run({ name, now, every, anew, furthest: anew + SKEW_MS, worker })) === 1;
}

/** Makes the unfinished runs of a worker due again. */
export function* releaseTurns(worker: string): Query<void> {
  yield* RELEASE.run({ worker });
}

interface Options {
  db: Database;
  clock: Clock;
  log: Logger;
  outages: Outages;
  recurring: readonly RecurringJob[];
  presence: Presence;
}

/**
 * Runs each recurring job on its own schedule. A slow job delays only itself and does not start again before it has
 * ended.
 */
export class RecurringJobs {
  readonly #options: Options;
  readonly #turns = new Map<string, Promise<void>>();
  readonly #held = new Set<string>();
  #polling: Promise<void> | undefined;
  #isEnding = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** True while runs are in progress that other workers would repeat. */
  get isBusy(): boolean {
    return this.#held.size > 0;
  }

  /** Starts the jobs that are due. */
  run(): void {
    this.#polling ??= this.#poll()
      .catch((error) => this.#report(error, {}, 'recurring jobs: schedule not read'))
      .finally(() => {
        this.#polling = undefined;
      });
  }

  /** Starts nothing more, and resolves when all runs have ended. */
  async finish(): Promise<void> {
    this.#isEnding = true;
    await this.#polling;
    await Promise.all(this.#turns.values());
  }

  /**
   * Claims one job after the other. All are due when a process starts, and together they would occupy every database
   * connection while requests wait.
   */
  async #poll(): Promise<void> {
    const { db, clock, recurring } = this.#options;
    const planned = new Map((await db.peek(TURNS.all({}))).map(({ name, next_at }) => [name, next_at]));
    for (const job of recurring) {
      const now = clock.now();
      const next = planned.get(job.name) ?? 0;
      if (this.#turns.has(job.name) || (next > now && next <= now + job.everyMs + SKEW_MS)) continue;
      if (this.#isEnding) return;
      const worker = await this.#takeTurn(job, now);
      if (worker === undefined) continue;
      this.#turns.set(
        job.name,
        workOn({ name: `recurring job ${job.name}` }, () => this.#run(job, worker)).finally(() =>
          this.#turns.delete(job.name),
        ),
      );
    }
  }

  /** Returns the worker name the run is claimed under, or undefined if another process has it. */
  async #takeTurn({ name, everyMs }: RecurringJob, now: number): Promise<string | undefined> {
    const { presence } = this.#options;
    const isLong = everyMs >= LONG_MS;
    try {
      return await presence.take(function* ({ worker, join }) {
        if (!(yield* takeTurn(name, everyMs, now, isLong ? worker : null))) return undefined;
        if (isLong) yield* join();
        return worker;
      });
    } catch (error) {
      if (!(error instanceof PresenceLost)) this.#report(error, { recurring_job: name }, 'recurring job not claimed');
      return undefined;
    }
  }

  async #run(job: RecurringJob, worker: string): Promise<void> {
    if (job.everyMs < LONG_MS) return this.#do(job);
    try {
      await this.#hold(job.name, worker, () => this.#do(job));
    } catch (error) {
      const about = { recurring_job: job.name };
      if (!(error instanceof PresenceLost)) this.#report(error, about, 'recurring job not marked as ended');
    }
  }

  #report(error: unknown, about: object, message: string): void {
    const { log, outages } = this.#options;
    if (!outages.take({ engine: 'database' }, error)) log.error({ err: error, ...about }, message);
  }

  async #hold(name: string, worker: string, run: () => Promise<void>): Promise<void> {
    this.#held.add(name);
    await runHeld(() => this.#options.presence.confirm(worker), run);
    this.#held.delete(name);
    await this.#options.db.write(() => END_TURN.run({ name, worker }));
  }

  async #do({ name, run }: RecurringJob): Promise<void> {
    const { log, outages } = this.#options;
    const began = performance.now();
    try {
      // Read the clock again: the claim may have taken long, and an old time would look like a clock that was set back.
      await run(this.#options.clock.now());
      noteUpkeep(name, 'done', began);
      outages.answer({ recurring_job: name });
    } catch (error) {
      noteUpkeep(name, 'failed', began);
      if (!outages.take({ recurring_job: name }, error)) {
        log.error({ err: error, recurring_job: name }, 'recurring job failed');
      }
    }
  }
}

import type { Database } from '../db/database.ts';
import { type Query, sql } from '../db/query.ts';
import type { Logger } from '../log.ts';
import { type Clock, MINUTE } from '../time.ts';
import { runHeld } from './hold.ts';
import { noteUpkeep } from './metrics.ts';
import { type Presence, PresenceLost } from './presence.ts';

/** Upkeep that one process does every so often. */
export interface RecurringJob {
  readonly name: string;
  readonly everyMs: number;
  run(now: number): Promise<void>;
}

/** So far may the clocks of two machines be apart without a turn being taken twice. */
const SKEW_MS = MINUTE;
/** A turn whose worker died is taken again where the next one would be long in coming. */
const LONG_MS = 5 * MINUTE;

const TURNS = sql<object, { name: string; next_at: number }>('select name, next_at from recurring_jobs');
const PLAN = sql<{ name: string; now: number }>(
  `insert into recurring_jobs (name, next_at) values (:name, :now) on conflict (name) do nothing`,
);
/** To the first turn that is still to come: those that nobody took are made up for by this one. */
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

/** True for the one process that takes this turn. One further ahead than it can be was planned by a clock that was wrong. */
export function* takeTurn(name: string, every: number, now: number, worker: string | null = null): Query<boolean> {
  yield* PLAN.run({ name, now });
  const anew = now + every;
  return (yield* TAKE_TURN.run({ name, now, every, anew, furthest: anew + SKEW_MS, worker })) === 1;
}

/** What a worker had begun and did not end is due again. */
export function* releaseTurns(worker: string): Query<void> {
  yield* RELEASE.run({ worker });
}

interface Options {
  db: Database;
  clock: Clock;
  log: Logger;
  recurring: readonly RecurringJob[];
  presence: Presence;
}

/** Each in its own time: a slow one delays itself alone, and is not begun again before it has ended. */
export class RecurringJobs {
  readonly #options: Options;
  readonly #turns = new Map<string, Promise<void>>();
  readonly #held = new Set<string>();
  #looking: Promise<void> | undefined;
  #isEnding = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Whether turns are under way that others would take again. */
  get isBusy(): boolean {
    return this.#held.size > 0;
  }

  /** Begins what is due. */
  run(): void {
    this.#looking ??= this.#look()
      .catch((error) => this.#options.log.error({ err: error }, 'recurring jobs could not be looked at'))
      .finally(() => {
        this.#looking = undefined;
      });
  }

  /** Begins nothing more, and resolves when what runs has ended. */
  async finish(): Promise<void> {
    this.#isEnding = true;
    await this.#looking;
    await Promise.all(this.#turns.values());
  }

  /**
   * Turns are taken one after the other: all are due when a process starts, and together they would have every connection
   * to the database while requests wait for one.
   */
  async #look(): Promise<void> {
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
        this.#run(job, worker).finally(() => this.#turns.delete(job.name)),
      );
    }
  }

  /** In whose name; undefined where another process has it. */
  async #takeTurn({ name, everyMs }: RecurringJob, now: number): Promise<string | undefined> {
    const { presence, log } = this.#options;
    const isLong = everyMs >= LONG_MS;
    try {
      return await presence.take(function* ({ worker, join }) {
        if (!(yield* takeTurn(name, everyMs, now, isLong ? worker : null))) return undefined;
        if (isLong) yield* join();
        return worker;
      });
    } catch (error) {
      if (!(error instanceof PresenceLost)) log.error({ err: error, recurring_job: name }, 'no turn could be taken');
      return undefined;
    }
  }

  async #run(job: RecurringJob, worker: string): Promise<void> {
    if (job.everyMs < LONG_MS) return this.#do(job);
    try {
      await this.#hold(job.name, worker, () => this.#do(job));
    } catch (error) {
      const about = { err: error, recurring_job: job.name };
      if (!(error instanceof PresenceLost)) this.#options.log.error(about, 'a turn could not be ended');
    }
  }

  async #hold(name: string, worker: string, run: () => Promise<void>): Promise<void> {
    this.#held.add(name);
    await runHeld(() => this.#options.presence.confirm(worker), run);
    this.#held.delete(name);
    await this.#options.db.write(() => END_TURN.run({ name, worker }));
  }

  async #do({ name, run }: RecurringJob): Promise<void> {
    const began = performance.now();
    try {
      // Not when its turn came: to take it may have taken long, and an old time would look like a clock that was put back.
      await run(this.#options.clock.now());
      noteUpkeep(name, 'done', began);
    } catch (error) {
      noteUpkeep(name, 'failed', began);
      this.#options.log.error({ err: error, recurring_job: name }, 'recurring job failed');
    }
  }
}

import type { Database } from '../db/database.ts';
import { type Query, sql } from '../db/query.ts';
import type { Logger } from '../log.ts';
import { type Clock, MINUTE } from '../time.ts';
import { noteUpkeep } from './metrics.ts';

/** Upkeep that one process does every so often. */
export interface RecurringJob {
  readonly name: string;
  readonly everyMs: number;
  run(now: number): Promise<void>;
}

/** So far may the clocks of two machines be apart without a turn being taken twice. */
const SKEW_MS = MINUTE;

const PLAN = sql<{ name: string; now: number }>(
  `insert into recurring_jobs (name, next_at) values (:name, :now) on conflict (name) do nothing`,
);
const TAKE_TURN = sql<{ name: string; now: number; next_at: number; furthest: number }>(
  `update recurring_jobs set next_at = :next_at
   where name = :name and (next_at <= :now or next_at > :furthest)`,
);

/** True for the one process that takes this turn. One further ahead than it can be was planned by a clock that was wrong. */
export function* takeTurn(name: string, everyMs: number, now: number): Query<boolean> {
  yield* PLAN.run({ name, now });
  const next_at = now + everyMs;
  return (yield* TAKE_TURN.run({ name, now, next_at, furthest: next_at + SKEW_MS })) === 1;
}

interface Options {
  db: Database;
  clock: Clock;
  log: Logger;
  recurring: readonly RecurringJob[];
}

/** Each in its own time: a slow one delays itself alone, and is not begun again before it has ended. */
export class RecurringJobs {
  readonly #options: Options;
  /** When it was last asked whose turn it is. */
  readonly #asked = new Map<string, number>();
  readonly #turns = new Map<string, Promise<void>>();

  constructor(options: Options) {
    this.#options = options;
  }

  run(): void {
    const now = this.#options.clock.now();
    for (const job of this.#options.recurring) {
      if (!this.#isWorthAsking(job, now) || this.#turns.has(job.name)) continue;
      this.#asked.set(job.name, now);
      const turn = this.#takeTurn(job, now).finally(() => this.#turns.delete(job.name));
      this.#turns.set(job.name, turn);
    }
  }

  /** Resolves when what runs has ended. */
  async finish(): Promise<void> {
    await Promise.all(this.#turns.values());
  }

  /** A clock that stands before where it stood has been put back. */
  #isWorthAsking({ name, everyMs }: RecurringJob, now: number): boolean {
    const asked = this.#asked.get(name);
    return asked === undefined || now >= asked + everyMs || now < asked;
  }

  async #takeTurn({ name, everyMs, run }: RecurringJob, now: number): Promise<void> {
    let began: number | undefined;
    try {
      if (!(await this.#options.db.write(() => takeTurn(name, everyMs, now)))) return;
      began = performance.now();
      await run(now);
      noteUpkeep(name, 'done', began);
    } catch (error) {
      noteUpkeep(name, 'failed', began ?? performance.now());
      this.#options.log.error({ err: error, recurring_job: name }, 'recurring job failed');
    }
  }
}

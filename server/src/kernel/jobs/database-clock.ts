import type { Database } from '../db/database.ts';
import { sql } from '../db/query.ts';
import { type Clock, SECOND, systemClock } from '../time.ts';

const ASK_EVERY_MS = 5 * SECOND;

const NOW = sql<object, { now: number }>('select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as now');

/**
 * What time it is for all processes on one PostgreSQL: the database's, which is asked for it every few seconds. In between it
 * goes on by time that cannot be set, so that the clock of this machine does not matter, however wrong it is.
 */
export class DatabaseClock implements Clock {
  readonly #db: Database;
  /** Of time that cannot be set. */
  #ahead: number;

  /** Until the database has answered, the clock of this machine has to do. */
  constructor(db: Database, own = systemClock) {
    this.#db = db;
    this.#ahead = own.now() - performance.now();
  }

  now(): number {
    return Math.round(performance.now() + this.#ahead);
  }

  /** A database that does not answer is asked again. */
  async start(): Promise<void> {
    setInterval(() => void this.#ask().catch(() => {}), ASK_EVERY_MS).unref();
    await this.#ask().catch(() => {});
  }

  async #ask(): Promise<void> {
    const before = performance.now();
    const answer = await this.#db.read(NOW.one({}));
    if (!answer) return;
    const after = performance.now();
    const ahead = answer.now - (before + after) / 2;
    // What may be due to the way there and back says nothing.
    if (Math.abs(ahead - this.#ahead) > (after - before) / 2 + 1) this.#ahead = ahead;
  }
}

/** SQLite is on this machine, and goes by its clock. */
export async function openClock(db: Database): Promise<Clock> {
  if (db.dialect === 'sqlite') return systemClock;
  const clock = new DatabaseClock(db);
  await clock.start();
  return clock;
}

import { type Database, sql } from '@hostler/database';
import { type Clock, SECOND, systemClock } from '../time.ts';

const ASK_EVERY_MS = 5 * SECOND;

const NOW = sql<object, { now: number }>('select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as now');

/**
 * The clock shared by all processes on one PostgreSQL: the clock of the database, read every 5 seconds. Between reads
 * it advances by the monotonic clock, so a wrong clock on this machine has no effect.
 */
export class DatabaseClock implements Clock {
  readonly #db: Database;
  /** Milliseconds to add to the monotonic clock. */
  #ahead: number;

  /** Uses the clock of this machine until the database answers. */
  constructor(db: Database, own = systemClock) {
    this.#db = db;
    this.#ahead = own.now() - performance.now();
  }

  now(): number {
    return Math.round(performance.now() + this.#ahead);
  }

  /** Retries every 5 seconds while the database does not answer. */
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
    // Ignore a difference that network latency can explain.
    if (Math.abs(ahead - this.#ahead) > (after - before) / 2 + 1) this.#ahead = ahead;
  }
}

/** Returns the clock for a database. SQLite runs on this machine, so the system clock is right. */
export async function openClock(db: Database): Promise<Clock> {
  if (db.dialect === 'sqlite') return systemClock;
  const clock = new DatabaseClock(db);
  await clock.start();
  return clock;
}

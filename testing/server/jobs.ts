import { type Database, insert, sql } from '@hostler/database';
import { pino } from 'pino';
import { jobsMigrations } from '../../server/src/kernel/jobs/migrations.ts';
import type { Pace } from '../../server/src/kernel/jobs/presence.ts';
import { enqueueJob, type NewJob } from '../../server/src/kernel/jobs/queue.ts';
import { type JobHandler, type JobWork, type RecurringJob, Worker } from '../../server/src/kernel/jobs/worker.ts';
import type { Logger } from '../../server/src/kernel/log.ts';
import type { Clock } from '../../server/src/kernel/time.ts';
import { openKernelDatabase } from './database.ts';
import { PATIENT, TestClock } from './server.ts';

const migrations = [...jobsMigrations, { id: 'done-001', script: 'create table done (id {id}, what text not null);' }];
const recordDone = insert<{ what: string }>('done', ['what']);
const DONE = sql<object, { what: string }>('select what from done order by id');
const JOBS = sql<
  object,
  { id: number; attempts: number; run_at: number; leased_by: string | null; due_at: number | null }
>('select id, attempts, run_at, leased_by, due_at from jobs order by id');

const QUEUES = sql<object, { lane: string; account_id: number }>('select lane, account_id from job_queues');

interface Setup {
  run?: (work: JobWork) => Promise<void>;
  handlers?: JobHandler[];
  recurring?: RecurringJob[];
  time?: Clock;
  pace?: Pace;
  /** Suspends the worker in the middle of its work. */
  frost?: Frost;
  log?: Logger;
}

/** Silence of a second causes a takeover, for tests that wait for it. */
export const QUICK: Pace = { beatEveryMs: 100, listenEveryMs: 50, silentAfterMs: 1000 };

/** Blocks all database calls of a worker, as if its process were suspended or its connection cut. */
export class Frost {
  #ends = Promise.withResolvers<void>();

  constructor() {
    this.#ends.resolve();
  }

  begin(): void {
    this.#ends = Promise.withResolvers();
  }

  end(): void {
    this.#ends.resolve();
  }

  /** Number of writes whose response is lost, although they are committed. */
  answersToLose = 0;
  /** Fails all writes, as if another process held the file for too long; `refused` counts them. */
  refusesWrites = false;
  refused = 0;
  /** Most concurrent writes. */
  mostWrites = 0;
  #writes = 0;

  over(db: Database): Database {
    const held = new Set(['read', 'peek', 'write']);
    return new Proxy(db, {
      get: (target, name: keyof Database) => {
        const value = target[name];
        if (typeof value !== 'function') return value;
        const call = value.bind(target) as (...args: unknown[]) => unknown;
        if (!held.has(name)) return call;
        return async (...args: unknown[]) => {
          await this.#ends.promise;
          if (this.refusesWrites && name === 'write') {
            this.refused++;
            throw new Error('the database is busy');
          }
          const answer = name === 'write' ? await this.#count(() => call(...args)) : await call(...args);
          if (name !== 'write' || this.answersToLose === 0) return answer;
          this.answersToLose--;
          throw new Error('the connection was lost');
        };
      },
    });
  }

  async #count<T>(write: () => T): Promise<Awaited<T>> {
    this.mostWrites = Math.max(this.mostWrites, ++this.#writes);
    try {
      return await write();
    } finally {
      this.#writes--;
    }
  }
}

export type JobWorld = Awaited<ReturnType<typeof openJobWorld>>;

/** Opens a queue with workers and a test clock. */
export async function openJobWorld() {
  const kernel = await openKernelDatabase(migrations);
  const clock = new TestClock();
  const workers: Worker[] = [];

  const enqueue = (job: Partial<NewJob> = {}) =>
    kernel.db.write(() => enqueueJob({ kind: 'work', payload: {}, runAt: clock.now(), ...job }));

  function startWorker({ run, handlers, recurring = [], time = clock, pace = PATIENT, frost, log }: Setup): Worker {
    const db = kernel.open();
    const worker = new Worker({
      db: frost ? frost.over(db) : db,
      clock: time,
      log: log ?? pino({ level: 'silent' }),
      handlers: handlers ?? [
        { kind: 'work', run: run ?? (async () => {}) },
        { kind: 'nothing', run: async () => {} },
      ],
      recurring,
      pace,
    });
    workers.push(worker);
    worker.start();
    return worker;
  }

  return {
    db: kernel.db,
    clock,
    enqueue,
    startWorker,
    done: async () => (await kernel.db.read(DONE.all({}))).map(({ what }) => what),
    jobs: async () => kernel.db.read(JOBS.all({})),
    queues: async () => kernel.db.read(QUEUES.all({})),
    /** Advances the clock. Workers notice at the next poll; an empty job triggers it at once. */
    async advance(ms: number): Promise<void> {
      clock.advance(ms);
      await enqueue({ kind: 'nothing' });
    },
    /** Commits a result together with the end of the job, as handlers do. */
    finish: (work: JobWork, what: string) =>
      kernel.db.write(function* () {
        yield* recordDone({ what });
        yield* work.complete();
      }),
    async close(): Promise<void> {
      await Promise.all(workers.splice(0).map((worker) => worker.stop(0)));
      await kernel.close();
    },
  };
}

/** Rejects when the signal is aborted. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
}

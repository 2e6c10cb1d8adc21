import type { Migration } from '../db/migrate.ts';
import { currentTransaction, type Query, sql } from '../db/query.ts';

export const jobsMigrations: Migration[] = [
  {
    id: 'jobs-001',
    script: `
      create table jobs (
        id {id},
        kind text not null,
        payload text not null,
        serial_key text,
        run_at bigint not null,
        attempts bigint not null default 0,
        leased_until bigint not null default 0,
        leased_by text,
        created_at bigint not null
      );
      create index jobs_due on jobs (run_at, id);
      create index jobs_serial on jobs (serial_key, id);
      create index jobs_lease on jobs (leased_by);
      create table recurring_jobs (
        name text primary key,
        next_at bigint not null
      );`,
  },
];

export const JOBS_SIGNAL = 'jobs';

export interface NewJob {
  kind: string;
  payload: object;
  /** Jobs with the same key run one after the other, in the order they were made. */
  serialKey?: string;
  runAt: number;
}

/** A job as its worker holds it. */
export interface Job {
  id: number;
  kind: string;
  payload: string;
  attempts: number;
  created_at: number;
}

const INSERT = sql<{ kind: string; payload: string; serial_key: string | null; run_at: number; created_at: number }>(
  `insert into jobs (kind, payload, serial_key, run_at, created_at)
   values (:kind, :payload, :serial_key, :run_at, :created_at)`,
);
const CLAIM = sql<{ until: number; worker: string; now: number; limit: number }, Job>(
  `update jobs set leased_until = :until, leased_by = :worker, attempts = attempts + 1
   where id in (
     select due.id from jobs as due
     where due.run_at <= :now and due.leased_until <= :now
       and (due.serial_key is null
         or not exists (select 1 from jobs as earlier where earlier.serial_key = due.serial_key and earlier.id < due.id))
     order by due.run_at, due.id limit :limit {skip locked})
   returning id, kind, payload, attempts, created_at`,
);
const HOLD = sql<{ until: number; worker: string }, { id: number }>(
  'update jobs set leased_until = :until where leased_by = :worker returning id',
);
const COMPLETE = sql<{ id: number; worker: string }>(`delete from jobs where id = :id and leased_by = :worker`);
const POSTPONE = sql<{ id: number; worker: string; run_at: number }>(
  `update jobs set run_at = :run_at, leased_until = 0, leased_by = null where id = :id and leased_by = :worker`,
);
const RELEASE = sql<{ worker: string }>(`update jobs set leased_until = 0, leased_by = null where leased_by = :worker`);
const KINDS = sql<object, { kind: string }>('select distinct kind from jobs');
const PLAN = sql<{ name: string; now: number }>(
  `insert into recurring_jobs (name, next_at) values (:name, :now) on conflict (name) do nothing`,
);
const TAKE_TURN = sql<{ name: string; now: number; next_at: number }>(
  `update recurring_jobs set next_at = :next_at where name = :name and next_at <= :now`,
);

/** Commits with the change that wants the work done, or not at all. */
export function* enqueueJob({ kind, payload, serialKey, runAt }: NewJob): Query<void> {
  yield* INSERT.run({
    kind,
    payload: JSON.stringify(payload),
    serial_key: serialKey ?? null,
    run_at: runAt,
    created_at: runAt,
  });
  (yield* currentTransaction()).signals.add(JOBS_SIGNAL);
}

export const claimJobs = CLAIM.all;
export const holdJobs = HOLD.all;
export const postponeJob = POSTPONE.run;
export const releaseJobs = RELEASE.run;

export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/** Part of the transaction that commits the result: a worker whose lease has passed to another must not commit. */
export function* completeJob(id: number, worker: string): Query<void> {
  if ((yield* COMPLETE.run({ id, worker })) === 0) throw new LeaseLost(`job ${id} is no longer ours`);
  // The next job of the same key may begin.
  (yield* currentTransaction()).signals.add(JOBS_SIGNAL);
}

export function* listJobKinds(): Query<string[]> {
  return (yield* KINDS.all({})).map(({ kind }) => kind);
}

/** True for the one process that takes this turn of a recurring job. */
export function* takeTurn(name: string, everyMs: number, now: number): Query<boolean> {
  yield* PLAN.run({ name, now });
  return (yield* TAKE_TURN.run({ name, now, next_at: now + everyMs })) === 1;
}

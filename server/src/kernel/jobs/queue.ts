import { currentTransaction, lockName, type Query, sql } from '../db/query.ts';
import type { LaneName } from './lanes.ts';
import { bringForward, JOBS_SIGNAL } from './queue-times.ts';

export interface NewJob {
  kind: string;
  payload: object;
  /** Whose work it is; that of nobody has a share of its own. */
  accountId?: number;
  lane?: LaneName;
  /** Jobs with the same key run one after the other, in the order they were made. */
  serialKey?: string | undefined;
  /** Now or soon: what is more than two minutes ahead is taken for the mistake of a clock. */
  runAt: number;
}

/** A job as its worker holds it. */
export interface Job {
  id: number;
  kind: string;
  payload: string;
  account_id: number;
  lane: LaneName;
  attempts: number;
  created_at: number;
  /** What wanted it, where that is traced. */
  traceparent: string | null;
}

const NOBODY = 0;

interface JobRow {
  account_id: number;
  lane: string;
  due_at: number;
}

const INSERT = sql<
  {
    kind: string;
    payload: string;
    account_id: number;
    lane: string;
    serial_key: string | null;
    run_at: number;
    traceparent: string | null;
  },
  { due_at: number | null }
>(
  `insert into jobs (kind, payload, account_id, lane, serial_key, run_at, created_at, traceparent, due_at)
   values (:kind, :payload, :account_id, :lane, :serial_key, :run_at, :run_at, :traceparent,
     case when exists (select 1 from jobs where serial_key = :serial_key) then null else cast(:run_at as bigint) end)
   returning due_at`,
);
const HOLD = sql<{ ids: string; until: number; worker: string }, { id: number }>(
  `update jobs set due_at = :until
   where id {in :ids} and leased_by = :worker returning id`,
);
const COMPLETE = sql<{ id: number; worker: string }, { serial_key: string | null }>(
  'delete from jobs where id = :id and leased_by = :worker returning serial_key',
);
const CALL_NEXT = sql<{ serial_key: string }, JobRow>(
  `update jobs set due_at = run_at
   where id = (select min(id) from jobs where serial_key = :serial_key) and due_at is null
   returning account_id, lane, due_at`,
);
const POSTPONE = sql<{ id: number; worker: string; run_at: number }, JobRow>(
  `update jobs set run_at = :run_at, due_at = :run_at, leased_by = null where id = :id and leased_by = :worker
   returning account_id, lane, due_at`,
);
const RELEASE = sql<{ worker: string }, JobRow>(
  'update jobs set due_at = run_at, leased_by = null where leased_by = :worker returning account_id, lane, due_at',
);
const RELEASE_OTHERS = sql<{ worker: string; ids: string }, JobRow>(
  `update jobs set due_at = run_at, leased_by = null where leased_by = :worker and not (id {in :ids})
   returning account_id, lane, due_at`,
);
const WAITING = sql<{ serial_key: string; limit: number }, { count: number }>(
  'select count(*) as count from (select 1 from jobs where serial_key = :serial_key limit :limit) as waiting',
);
const KINDS = sql<object, { kind: string }>('select distinct kind from jobs');

/** Commits with the change that wants the work done, or not at all. */
export function* enqueueJob({ serialKey, runAt, ...job }: NewJob): Query<void> {
  const { kind, accountId: account_id = NOBODY, lane = 'upkeep' } = job;
  if (serialKey !== undefined) yield* lockChain(serialKey);
  const made = yield* INSERT.one({
    kind,
    payload: JSON.stringify(job.payload),
    account_id,
    lane,
    serial_key: serialKey ?? null,
    run_at: runAt,
    traceparent: (yield* currentTransaction()).traceparent ?? null,
  });
  const due_at = made?.due_at ?? null;
  if (due_at !== null) yield* bringForward([{ lane, account_id, due_at }]);
}

/** How many jobs of this key there are, counted up to a limit; nobody adds another before the end of the transaction. */
export function* countChain(serialKey: string, limit: number): Query<number> {
  yield* lockChain(serialKey);
  return (yield* WAITING.one({ serial_key: serialKey, limit }))?.count ?? 0;
}

/** Whoever adds to a chain and whoever takes its first away must see each other, or the next would never be called. */
function* lockChain(serialKey: string): Query<void> {
  yield* lockName(`jobs of ${serialKey}`);
}

/** Renews the leases of these; answers those that are still held. */
export function* holdJobs(ids: readonly number[], worker: string, until: number): Query<Set<number>> {
  const held = yield* HOLD.all({ ids: JSON.stringify(ids), worker, until });
  return new Set(held.map(({ id }) => id));
}

export function* postponeJob(job: { id: number; worker: string; run_at: number }): Query<void> {
  yield* bringForward(yield* POSTPONE.all(job));
}

export function* releaseJobs(worker: string): Query<void> {
  yield* bringForward(yield* RELEASE.all({ worker }));
}

/** What a worker has and does not know of: a claim was committed, and the answer was lost on the way. */
export function* releaseJobsBut(ids: readonly number[], worker: string): Query<void> {
  yield* bringForward(yield* RELEASE_OTHERS.all({ worker, ids: JSON.stringify(ids) }));
}

export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/** Part of the transaction that commits the result: a worker whose lease has passed to another must not commit. */
export function* completeJob(id: number, worker: string): Query<void> {
  const done = yield* COMPLETE.one({ id, worker });
  if (!done) throw new LeaseLost(`job ${id} is no longer ours`);
  (yield* currentTransaction()).signals.add(JOBS_SIGNAL);
  if (done.serial_key === null) return;
  yield* lockChain(done.serial_key);
  yield* bringForward(yield* CALL_NEXT.all({ serial_key: done.serial_key }));
}

export function* listJobKinds(): Query<string[]> {
  return (yield* KINDS.all({})).map(({ kind }) => kind);
}

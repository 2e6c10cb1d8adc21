import { currentTransaction, lockName, type Query, sql } from '@hostler/database';
import { traceparent } from '../trace/traceparent.ts';
import type { LaneName } from './lanes.ts';
import { bringForward, JOBS_SIGNAL } from './queue-times.ts';
import { isBulkWork, STAFF_QUEUE } from './staff-queue.ts';

export interface NewJob {
  kind: string;
  payload: object;
  /** Account the job belongs to. Jobs without one share a queue of their own, and so do bulk actions by staff. */
  accountId?: number;
  lane?: LaneName;
  /** Jobs with the same key run one after the other, in the order they were created. */
  serialKey?: string | undefined;
  /** Now or soon: a time more than two minutes ahead is treated as an error of the clock. */
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
  /** Trace context of the request that queued the job, if it was traced. */
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

/** Queues a job in the current transaction, so it commits with the change that needs it. */
export function* enqueueJob({ serialKey, runAt, ...job }: NewJob): Query<void> {
  const { kind, accountId = NOBODY, lane = 'upkeep' } = job;
  const transaction = yield* currentTransaction();
  const account_id = isBulkWork.of(transaction) ? STAFF_QUEUE : accountId;
  if (serialKey !== undefined) yield* lockChain(serialKey);
  const made = yield* INSERT.one({
    kind,
    payload: JSON.stringify(job.payload),
    account_id,
    lane,
    serial_key: serialKey ?? null,
    run_at: runAt,
    traceparent: traceparent.of(transaction),
  });
  const due_at = made?.due_at ?? null;
  if (due_at !== null) yield* bringForward([{ lane, account_id, due_at }]);
}

/** Counts the jobs of a key up to a limit. Locks the key, so no job is added before the transaction ends. */
export function* countChain(serialKey: string, limit: number): Query<number> {
  yield* lockChain(serialKey);
  return (yield* WAITING.one({ serial_key: serialKey, limit }))?.count ?? 0;
}

/** Serialises adding to a chain and completing its first job. Without the lock the next job might never become due. */
function* lockChain(serialKey: string): Query<void> {
  yield* lockName(`jobs of ${serialKey}`);
}

/** Renews the leases of these jobs. Returns the ids that are still held. */
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

/** Releases leases the worker does not know of: the claim was committed, but the response was lost. */
export function* releaseJobsBut(ids: readonly number[], worker: string): Query<void> {
  yield* bringForward(yield* RELEASE_OTHERS.all({ worker, ids: JSON.stringify(ids) }));
}

export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/**
 * Deletes a job. Run it in the transaction that commits the result: throws `LeaseLost` if another worker has the lease.
 */
export function* completeJob(id: number, worker: string): Query<void> {
  const done = yield* COMPLETE.one({ id, worker });
  if (!done) throw new LeaseLost(`job ${id}: the lease was lost`);
  (yield* currentTransaction()).signals.add(JOBS_SIGNAL);
  if (done.serial_key === null) return;
  yield* lockChain(done.serial_key);
  yield* bringForward(yield* CALL_NEXT.all({ serial_key: done.serial_key }));
}

export function* listJobKinds(): Query<string[]> {
  return (yield* KINDS.all({})).map(({ kind }) => kind);
}

import { type Query, sql } from '@hostler/database';
import type { Lane, LaneName } from './lanes.ts';
import type { Job } from './queue.ts';

export interface Claim {
  readonly worker: string;
  readonly now: number;
  /** End of the lease. */
  readonly until: number;
  /**
   * Job kinds this worker can run. Jobs of other kinds, queued by a newer version, are left to workers of that version.
   */
  readonly kinds: readonly string[];
  /** Allows the claim of jobs whose lease has expired and whose worker has no row in `job_workers`. */
  readonly takesOver: boolean;
}

/** Limit per lane and claim: jobs that start together block the event loop. */
const MOST_AT_ONCE = 16;

const DUE_LANES = sql<{ lanes: string; now: number }, { lane: LaneName }>(
  `select l.value ->> 'lane' as lane from {each :lanes as l}
   where exists (select 1 from job_queues as q where q.lane = l.value ->> 'lane' and q.due_at <= :now)`,
);

const ACCOUNTS = 'select cast(a.value as bigint) from {each :accounts as a}';

const TAKE_QUEUES = sql<{ lane: LaneName; now: number; accounts: string; limit: number }, { account_id: number }>(
  `select account_id from job_queues
   where lane = :lane and due_at <= :now and account_id not in (${ACCOUNTS})
   order by due_at limit :limit {skip locked}`,
);
/** Returns the ids of the first `:each` due jobs of each account. Reads no further, however long a queue is. */
const FIRST_DUE = sql<
  {
    accounts: string;
    lane: LaneName;
    now: number;
    kinds: string;
    worker: string;
    takes_over: number;
    each: number;
  },
  { account_id: number; due: string | null }
>(
  `select cast(a.value as bigint) as account_id, (
     select string_agg(cast(first.id as text), ',') from (
       select id from jobs
       where account_id = cast(a.value as bigint) and lane = :lane and due_at <= :now
         and kind in (select k.value ->> 'kind' from {each :kinds as k})
         and (leased_by is null or (leased_by <> :worker and :takes_over = 1
           and not exists (select 1 from job_workers where name = leased_by)))
       order by due_at, id limit :each {skip locked}) as first) as due
   from {each :accounts as a}`,
);
const CLAIM = sql<{ ids: string; until: number; worker: string }, Job>(
  `update jobs set due_at = :until, leased_by = :worker, attempts = attempts + 1
   where id {in :ids}
   returning id, kind, payload, account_id, lane, attempts, created_at, traceparent`,
);
/** Moves a queue that has more due jobs behind all other queues. Otherwise the queue is due when its next job is. */
const NEXT_TURN = sql<{ lane: LaneName; accounts: string; now: number }>(
  `update job_queues set due_at = (
     select case when min(j.due_at) < :now then :now else min(j.due_at) end
     from jobs as j where j.account_id = job_queues.account_id and j.lane = job_queues.lane and j.due_at is not null)
   where lane = :lane and account_id in (${ACCOUNTS})`,
);
const FORGET = sql<{ lane: LaneName; accounts: string }>(
  `delete from job_queues where lane = :lane and account_id in (${ACCOUNTS}) and due_at is null`,
);

/** Returns the lanes that have due queues and free slots. One query replaces a claim per lane. */
export function* findDueLanes(lanes: readonly Lane[], now: number): Query<Lane[]> {
  const free = lanes.filter(({ free }) => free > 0);
  if (free.length === 0) return [];
  const asked = JSON.stringify(free.map(({ name }) => ({ lane: name })));
  const due = new Set((yield* DUE_LANES.all({ lanes: asked, now })).map(({ lane }) => lane));
  return free.filter(({ name }) => due.has(name));
}

/**
 * Claims jobs in one lane: the accounts that have waited longest get a share each. The queues are locked first, so the
 * jobs read afterwards are complete. A job added meanwhile moves its queue forward again.
 */
export function* claimJobs(claim: Claim, lane: Lane): Query<Job[]> {
  const { now, until, worker } = claim;
  const { name } = lane;
  const limit = Math.min(lane.free, MOST_AT_ONCE);
  if (limit === 0) return [];
  const queues = yield* TAKE_QUEUES.all({ lane: name, now, accounts: JSON.stringify(lane.busy), limit });
  if (queues.length === 0) return [];
  const shares = lane.shareOut(
    queues.map(({ account_id }) => account_id),
    limit,
  );
  const accounts = JSON.stringify([...shares.keys()]);
  const firsts = yield* FIRST_DUE.all({
    accounts,
    lane: name,
    now,
    kinds: JSON.stringify(claim.kinds.map((kind) => ({ kind }))),
    worker,
    takes_over: claim.takesOver ? 1 : 0,
    each: Math.max(...shares.values()),
  });
  const chosen = firsts.flatMap(({ account_id, due }) =>
    due === null
      ? []
      : due
          .split(',')
          .slice(0, shares.get(account_id) ?? 0)
          .map(Number),
  );
  const jobs = chosen.length > 0 ? yield* CLAIM.all({ ids: JSON.stringify(chosen), until, worker }) : [];
  yield* NEXT_TURN.run({ lane: name, accounts, now });
  yield* FORGET.run({ lane: name, accounts });
  return jobs.sort((a, b) => a.id - b.id);
}

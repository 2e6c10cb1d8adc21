import { currentTransaction, type Query, sql } from '../db/query.ts';
import { MINUTE } from '../time.ts';

/** Told when jobs became due. */
export const JOBS_SIGNAL = 'jobs';

/** Nothing is planned further ahead than this: neither a lease nor the pause before another attempt is as long. */
const FURTHEST_MS = 2 * MINUTE;
const AT_ONCE = 500;

interface QueueTime {
  lane: string;
  account_id: number;
  due_at: number;
}

const BRING_FORWARD = sql<{ queues: string }>(
  `insert into job_queues (lane, account_id, due_at)
   select q.value ->> 'lane', cast(q.value ->> 'account_id' as bigint), cast(q.value ->> 'due_at' as bigint)
   from {each :queues as q} where true
   on conflict (lane, account_id) do update set due_at = case
     when job_queues.due_at <= excluded.due_at then job_queues.due_at else excluded.due_at end`,
);
const MEND = sql<{ now: number; furthest: number; limit: number }, Omit<QueueTime, 'due_at'>>(
  `update jobs set due_at = :now, run_at = :now, leased_by = null
   where id in (
     select id from jobs
     where due_at > :furthest
       and (leased_by is null or not exists (select 1 from job_workers where name = leased_by))
     order by due_at limit :limit {skip locked})
   returning lane, account_id`,
);

/** Has workers look at these queues then, if not before. In one order, so that two batches cannot wait for each other. */
export function* bringForward(times: readonly QueueTime[]): Query<void> {
  const earliest = new Map<string, QueueTime>();
  for (const time of times) {
    const key = `${time.lane} ${time.account_id}`;
    const known = earliest.get(key);
    if (!known || time.due_at < known.due_at) earliest.set(key, time);
  }
  if (earliest.size === 0) return;
  const sorted = [...earliest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, time]) => time);
  yield* BRING_FORWARD.send({ queues: JSON.stringify(sorted) });
  (yield* currentTransaction()).signals.add(JOBS_SIGNAL);
}

/**
 * What is planned further ahead than anything ever is was planned by a clock that has been put back since: it is due. Only
 * for when those who hold leases have had the time to renew them by the new clock. Answers whether there is more.
 */
export function* mendTimes(now: number): Query<boolean> {
  const mended = yield* MEND.all({ now, furthest: now + FURTHEST_MS, limit: AT_ONCE });
  yield* bringForward(mended.map((queue) => ({ ...queue, due_at: now })));
  return mended.length === AT_ONCE;
}

import { currentTransaction, type Query, sql } from '@hostler/database';
import { MINUTE } from '../time.ts';

/** Sent when jobs became due. */
export const JOBS_SIGNAL = 'jobs';

/** No job is scheduled further ahead than this: leases and retry delays are shorter. */
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

/**
 * Moves the due times of these queues forward to the given times. Updates them in a fixed order, so that two batches
 * cannot deadlock.
 */
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
 * Makes jobs due that are scheduled implausibly far ahead: they were scheduled before the clock was set back. Call it
 * only after lease holders had time to renew by the new clock. Returns whether there are more.
 */
export function* mendTimes(now: number): Query<boolean> {
  const mended = yield* MEND.all({ now, furthest: now + FURTHEST_MS, limit: AT_ONCE });
  yield* bringForward(mended.map((queue) => ({ ...queue, due_at: now })));
  return mended.length === AT_ONCE;
}

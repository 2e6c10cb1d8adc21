import { type Query, sql } from '@hostler/database';

export interface Failure {
  key: string;
  account_id: number;
  step: string;
  message: string;
}

const NOTE = sql<Failure & { now: number }>(
  `insert into billing_failures (key, account_id, step, message, times, first_at, last_at)
   values (:key, :account_id, :step, :message, 1, :now, :now)
   on conflict (key) do update set message = :message, times = billing_failures.times + 1, last_at = :now`,
);
const FORGET_BEFORE = sql<{ before: number }>('delete from billing_failures where last_at < :before');
const COUNT = sql<object, { count: number }>('select count(*) as count from billing_failures');
const OLDEST = sql<object, Failure>(
  'select key, account_id, step, message from billing_failures order by first_at, key limit 1',
);

/** Records a failure. `doctor` reports it until a run succeeds or the item is no longer due. */
export function* noteFailure(failure: Failure, now: number): Query<void> {
  yield* NOTE.run({ ...failure, now });
}

export function* forgetFailuresBefore(before: number): Query<void> {
  yield* FORGET_BEFORE.run({ before });
}

export function* countFailures(): Query<number> {
  return (yield* COUNT.one({}))?.count ?? 0;
}

export function findOldestFailure(): Query<Failure | undefined> {
  return OLDEST.one({});
}

import { addToTotal, addToTotals, type Query, sql } from '@hostler/database';
import type { Environment } from '../environment.ts';
import { defineLimit } from '../limits/limit.ts';

const LIST = 'test events';
/** Test events deleted by one write, so that none takes long. The next write deletes more. */
const MOST_AT_ONCE = 100;

/** Bounds the events a test key can create. This limit refuses nothing: the oldest events are deleted. */
export const testEventsLimit = defineLimit({
  name: 'test_events',
  default: 10_000,
  what: 'test events',
  advice: 'The oldest are forgotten',
  counts: { list: LIST },
});

/** Keeps events without a number: they are not published yet. */
const FORGET_OLDEST = sql<{ account_id: number; limit: number }>(
  `delete from events where row_id in (
     select row_id from events where account_id = :account_id and environment = 'test' and id is not null
     order by id limit :limit)`,
);

/** Counts a new test event, and deletes the oldest above the limit in the same transaction. */
export function* countTestEvent(accountId: number): Query<void> {
  yield* addToTotal(accountId, LIST, '', 1);
  const tooMany = -(yield* testEventsLimit.readRoom(accountId));
  if (tooMany <= 0) return;
  const gone = yield* FORGET_OLDEST.run({ account_id: accountId, limit: Math.min(tooMany, MOST_AT_ONCE) });
  yield* addToTotal(accountId, LIST, '', -gone);
}

/** Subtracts events that retention has deleted. */
export function* discountTestEvents(gone: readonly { account_id: number; environment: Environment }[]): Query<void> {
  const ofTests = gone.filter(({ environment }) => environment === 'test');
  yield* addToTotals(ofTests.map(({ account_id }) => ({ account_id, list: LIST, status: '', count: -1 })));
}

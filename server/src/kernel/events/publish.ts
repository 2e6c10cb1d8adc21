import { lockName, type Query, sql } from '@hostler/database';
import type { Environment } from '../environment.ts';

/** A numbered event, as subscribers receive it. */
export interface PublishedEvent {
  readonly id: number;
  readonly account_id: number;
  readonly environment: Environment;
  readonly type: string;
  readonly data: string;
  readonly created_at: number;
  /** Trace context of the change, if it was traced. */
  readonly traceparent: string | null;
}

/**
 * Runs in the transaction that numbers the events, so both commit or neither. The returned function runs after the
 * commit, in this process only, and may never run. Use it as a shortcut only.
 */
export type EventSubscriber = (events: readonly PublishedEvent[], now: number) => Query<(() => void) | undefined>;

interface Published {
  count: number;
  afterCommit: (() => void)[];
}

const UNPUBLISHED = sql<{ limit: number }, Omit<PublishedEvent, 'id'> & { row_id: number; last_id: number }>(
  `select row_id, account_id, environment, type, data, created_at, traceparent,
     (select last_id from event_numbers) as last_id
   from events where id is null order by row_id limit :limit`,
);
const ANY_UNPUBLISHED = sql<object, { row_id: number }>('select row_id from events where id is null limit 1');
const NOTE_LAST = sql<{ last_id: number }>('update event_numbers set last_id = :last_id');
const PUBLISH = sql<{ numbers: string; rows: string }>(
  `update events set id = numbers.given_id
   from (select cast(n.value ->> 'row' as bigint) as given_row, cast(n.value ->> 'id' as bigint) as given_id
         from {each :numbers as n}) as numbers
   where events.row_id = numbers.given_row and {look up row_id in :rows}`,
);

export function* hasUnpublished(): Query<boolean> {
  return (yield* ANY_UNPUBLISHED.one({})) !== undefined;
}

/**
 * Numbers the oldest unpublished events, calls the subscribers and returns the count. The lock makes numbers visible in
 * order: the next publisher starts after this one has committed.
 */
export function* publishEvents(subscribers: readonly EventSubscriber[], now: number, limit: number): Query<Published> {
  yield* lockName('events');
  const rows = yield* UNPUBLISHED.all({ limit });
  const afterCommit: (() => void)[] = [];
  if (rows.length === 0) return { count: 0, afterCommit };
  const numbered = rows.map(({ last_id, ...row }, index) => ({ ...row, id: last_id + 1 + index }));
  yield* NOTE_LAST.send({ last_id: numbered.at(-1)?.id ?? 0 });
  const numbers = JSON.stringify(numbered.map(({ row_id, id }) => ({ row: row_id, id })));
  const rowIds = JSON.stringify(rows.map(({ row_id }) => row_id));
  yield* PUBLISH.send({ numbers, rows: rowIds }, [...new Set(rows.map(({ account_id }) => account_id))]);
  for (const subscriber of subscribers) {
    const after = yield* subscriber(numbered, now);
    if (after) afterCommit.push(after);
  }
  return { count: rows.length, afterCommit };
}

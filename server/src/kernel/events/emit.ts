import { describeRecord, recordSystem } from '../audit/record.ts';
import type { Migration } from '../db/migrate.ts';
import { currentTransaction, type Query, sql } from '../db/query.ts';
import type { Environment } from '../http/caller.ts';
import { formatTime } from '../time.ts';
import { type EventType, resourceOf } from './catalogue.ts';
import { countTestEvent } from './test-events.ts';

/**
 * An event is written in the transaction of the change it tells of. Its number in the feed (`id`) is given later, by one
 * publisher at a time: transactions commit in another order than they insert, and a reader of the feed must never see a
 * smaller number appear after a larger one. The last number is kept by itself, because old events are removed.
 */
export const eventsMigrations: Migration[] = [
  {
    id: 'events-001',
    script: `
      create table events (
        row_id {id},
        id bigint,
        account_id bigint not null,
        environment text not null,
        type text not null,
        data text not null,
        created_at bigint not null
      );
      create index events_unpublished on events (row_id) where id is null;
      create unique index events_by_id on events (id) where id is not null;
      create index events_feed on events (account_id, environment, id) where id is not null;
      create index events_feed_of_type on events (account_id, environment, type, id) where id is not null;
      create table event_numbers (last_id bigint not null);
      insert into event_numbers (last_id) values (0);`,
  },
  { id: 'events-002', script: 'create index events_by_age on events (created_at);' },
  {
    id: 'events-003',
    script: `
      insert into totals (account_id, list, status, count)
      select account_id, 'test events', '', count(*) from events where environment = 'test' group by account_id;`,
  },
  { id: 'events-004', script: 'alter table events add column traceparent text;' },
];

interface NewEvent {
  accountId: number;
  type: EventType;
  /** The resource's public record, as it is after the change. */
  data: object;
  now: number;
}

interface EventRow {
  account_id: number;
  environment: Environment;
  type: string;
  data: string;
  created_at: number;
}

const INSERT = sql<EventRow & { traceparent: string | null }>(
  `insert into events (account_id, environment, type, data, created_at, traceparent)
   values (:account_id, :environment, :type, :data, :created_at, :traceparent)`,
);

export const EVENTS_SIGNAL = 'events';

/**
 * In the sandbox the event of a rolled-back write is kept as a `test` event. What happens though nobody asked for it at this
 * moment is in the audit under the event's name.
 */
export function* emit({ accountId, type, data, now }: NewEvent): Query<void> {
  const { simulation, deed } = yield* currentTransaction();
  const row = { account_id: accountId, type, data: JSON.stringify(data), created_at: now };
  if (!simulation) {
    if (!deed) yield* recordSystem(accountId, type, describeRecord(resourceOf(type), 0, data), now);
    return yield* insertEvent({ ...row, environment: 'live' });
  }
  simulation.afterRollback.push(function* () {
    yield* insertEvent({ ...row, environment: 'test' });
    yield* countTestEvent(accountId);
  });
}

function* insertEvent(row: EventRow): Query<void> {
  const { signals, traceparent = null } = yield* currentTransaction();
  // Nobody is shown one that has no number yet.
  yield* INSERT.send({ ...row, traceparent }, []);
  signals.add(EVENTS_SIGNAL);
}

/**
 * The bytes a receiver is sent and signs for: the stored data in the specification's frame. Made of nothing but what is
 * stored, so every attempt sends the same; the data is never parsed and written anew.
 */
export function eventBody({ type, created_at, data }: Pick<EventRow, 'type' | 'created_at' | 'data'>): string {
  return `{"event":"${type}","timestamp":"${formatTime(created_at)}","data":${data}}`;
}

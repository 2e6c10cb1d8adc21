import { currentTransaction, type Migration, type Query, sql } from '@hostler/database';
import { transactionAuditContext } from '../audit/audit-context.ts';
import { describeRecord, recordSystem } from '../audit/record.ts';
import type { Environment } from '../environment.ts';
import { formatTime } from '../time.ts';
import { traceparent } from '../trace/traceparent.ts';
import { type EventType, resourceOf } from './catalogue.ts';
import { countTestEvent } from './test-events.ts';

/**
 * An event is written in the transaction of its change. Its number in the feed (`id`) is assigned later, by one
 * publisher at a time. Transactions commit in another order than they insert, and a reader must never see a smaller
 * number appear after a larger one. The last number has its own table, because old events are deleted.
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
  /** Public representation of the resource after the change. */
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
 * Writes an event in the current transaction. In the sandbox the event of a rolled-back write is kept as a `test`
 * event. Without an actor the change is also audited under the name of the event.
 */
export function* emit({ accountId, type, data, now }: NewEvent): Query<void> {
  const transaction = yield* currentTransaction();
  const { simulation } = transaction;
  const row = { account_id: accountId, type, data: JSON.stringify(data), created_at: now };
  if (!simulation) {
    if (!transactionAuditContext.of(transaction))
      yield* recordSystem(accountId, type, describeRecord(resourceOf(type), 0, data), now);
    return yield* insertEvent({ ...row, environment: 'live' });
  }
  simulation.afterRollback.push(function* () {
    yield* insertEvent({ ...row, environment: 'test' });
    yield* countTestEvent(accountId);
  });
}

function* insertEvent(row: EventRow): Query<void> {
  const transaction = yield* currentTransaction();
  // Unpublished events are visible in no list, so no account has to be announced.
  yield* INSERT.send({ ...row, traceparent: traceparent.of(transaction) }, []);
  transaction.signals.add(EVENTS_SIGNAL);
}

/**
 * Returns the body that is sent to a webhook and signed: the stored data in the frame of the specification. The data is
 * never parsed and serialised again, so every attempt sends the same bytes.
 */
export function eventBody({ type, created_at, data }: Pick<EventRow, 'type' | 'created_at' | 'data'>): string {
  return `{"event":"${type}","timestamp":"${formatTime(created_at)}","data":${data}}`;
}

import type { Migration } from '../db/migrate.ts';
import { currentTransaction, type Query, sql } from '../db/query.ts';
import type { EventType } from './catalogue.ts';

/**
 * An event is written in the transaction of the change it tells of. Its number in the feed (`id`) is given later, by one
 * publisher at a time: transactions commit in another order than they insert, and a reader of the feed must never see a
 * smaller number appear after a larger one.
 */
export const eventsMigrations: Migration[] = [
  {
    id: 'events-001',
    script: `
      create table events (
        row_id {id},
        id bigint unique,
        account_id bigint not null,
        environment text not null,
        type text not null,
        data text not null,
        created_at bigint not null
      );
      create index events_unpublished on events (row_id) where id is null;`,
  },
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
  environment: string;
  type: string;
  data: string;
  created_at: number;
}

const INSERT = sql<EventRow>(
  `insert into events (account_id, environment, type, data, created_at)
   values (:account_id, :environment, :type, :data, :created_at)`,
);

const EVENTS_SIGNAL = 'events';

/** In the sandbox the event of a rolled-back write is kept as a `test` event. */
export function* emit({ accountId, type, data, now }: NewEvent): Query<void> {
  const { simulation } = yield* currentTransaction();
  const row = { account_id: accountId, type, data: JSON.stringify(data), created_at: now };
  if (simulation) simulation.keepsakes.push(() => insertEvent({ ...row, environment: 'test' }));
  else yield* insertEvent({ ...row, environment: 'live' });
}

function* insertEvent(row: EventRow): Query<void> {
  yield* INSERT.run(row);
  (yield* currentTransaction()).signals.add(EVENTS_SIGNAL);
}

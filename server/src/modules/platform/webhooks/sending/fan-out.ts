import { countRows, sql } from '@hostler/database';
import type { Environment } from '#kernel/environment.ts';
import type { EventType } from '#kernel/events/catalogue.ts';
import { eventBody } from '#kernel/events/emit.ts';
import type { EventSubscriber, PublishedEvent } from '#kernel/events/publish.ts';
import type { Taking } from '#kernel/jobs/presence.ts';
import { bringForward } from '../delivery/queue-store.ts';
import { countMade } from '../delivery/store.ts';
import { ALL_EVENTS } from '../schemas.ts';
import { type ClaimedDelivery, OF_SUSPENDED, type Share, TARGET_COLUMNS, type Target } from './claim.ts';

/** Sends new deliveries immediately, without a claim. */
export interface Taker {
  readonly leaseMs: number;
  begin(): Taking;
  /** Starts a distribution of the free capacity. */
  share(): Share;
  take(deliveries: readonly ClaimedDelivery[], taking: Taking): void;
}

type Listener = Target & { environment: Environment; events: string };

/** An event and a webhook that subscribes to it. */
interface Pair {
  event: PublishedEvent;
  listener: Listener;
  taken: boolean;
}

const LISTENERS = sql<{ accounts: string }, Listener>(
  `select ${TARGET_COLUMNS}, environment, events from webhooks
   where status = 'active' and account_id {in :accounts} and not ${OF_SUSPENDED} order by id`,
);
const INSERT = sql<
  { rows: string; now: number; until: number; worker: string },
  { id: number; account_id: number; webhook_id: number; event_id: number; event: EventType; leased_by: string | null }
>(
  `insert into webhook_deliveries
     (account_id, webhook_id, event_id, event, status, attempts, due_at, leased_by, log, created_at)
   select cast(r.value ->> 'a' as bigint), cast(r.value ->> 'w' as bigint), cast(r.value ->> 'i' as bigint),
     r.value ->> 'e', 'pending', 0,
     case when cast(r.value ->> 't' as bigint) = 1 then cast(:until as bigint) else cast(:now as bigint) end,
     case when cast(r.value ->> 't' as bigint) = 1 then cast(:worker as text) end, '[]', cast(:now as bigint)
   from {each :rows as r}
   returning id, account_id, webhook_id, event_id, event, leased_by`,
);

/**
 * Creates one delivery per event and subscribed active webhook, in the transaction that publishes the events. As many
 * as this process can send immediately are created with its lease and need no claim.
 */
export function createFanOut(taker: Taker): EventSubscriber {
  return function* fanOut(events, now) {
    const accounts = JSON.stringify([...new Set(events.map(({ account_id }) => account_id))]);
    const pairs = matchPairs(events, yield* LISTENERS.all({ accounts }));
    if (pairs.length === 0) return undefined;
    const share = taker.share();
    const taking = taker.begin();
    for (const pair of pairs) pair.taken = share(pair.listener, 1) === 1;
    const until = now + taker.leaseMs;
    const rows = JSON.stringify(pairs.map(toRow));
    const made = yield* INSERT.all({ rows, now, until, worker: taking.worker });
    yield* countRows(made.map((row) => countMade(row.account_id, row, 1)));
    yield* bringForward(
      pairs.map(({ listener, taken }) => ({ webhook_id: listener.id, due_at: taken ? until : now })),
      now,
    );
    const taken = made.filter(({ leased_by }) => leased_by !== null);
    if (taken.length === 0) return undefined;
    yield* taking.join();
    return () => taker.take(toDeliveries(taken, pairs), taking);
  };
}

/** An event reaches only the webhooks of its account and environment. */
function matchPairs(events: readonly PublishedEvent[], all: readonly Listener[]): Pair[] {
  const place = ({ account_id, environment }: Pick<Listener, 'account_id' | 'environment'>) =>
    `${account_id} ${environment}`;
  const listeners = Map.groupBy(
    all.map((listener) => ({ listener, wanted: new Set(JSON.parse(listener.events) as string[]) })),
    ({ listener }) => place(listener),
  );
  return events.flatMap((event) =>
    (listeners.get(place(event)) ?? [])
      .filter(({ wanted }) => wanted.has(event.type) || wanted.has(ALL_EVENTS))
      .map(({ listener }) => ({ event, listener, taken: false })),
  );
}

function toRow({ event, listener, taken }: Pair) {
  return { a: event.account_id, w: listener.id, i: event.id, e: event.type, t: taken ? 1 : 0 };
}

function toDeliveries(
  rows: readonly { id: number; webhook_id: number; event_id: number }[],
  pairs: readonly Pair[],
): ClaimedDelivery[] {
  const targets = new Map(pairs.map(({ listener }) => [listener.id, listener]));
  const events = new Map(pairs.map(({ event }) => [event.id, event]));
  const bodies = new Map<number, Buffer>();
  return rows.flatMap(({ id, webhook_id, event_id }) => {
    const target = targets.get(webhook_id);
    const event = events.get(event_id);
    if (!target || !event) return [];
    const body = bodies.get(event_id) ?? Buffer.from(eventBody(event));
    bodies.set(event_id, body);
    return [
      {
        id,
        target,
        eventId: event_id,
        event: event.type as EventType,
        body,
        attempts: 0,
        log: '[]',
        traceparent: event.traceparent,
      },
    ];
  });
}

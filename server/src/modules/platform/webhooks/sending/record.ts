import { countRows, type Query, sql } from '@hostler/database';
import type { EventType } from '#kernel/events/catalogue.ts';
import { isClockBelieved } from '#kernel/jobs/clock-trust.ts';
import { DAY } from '#kernel/time.ts';
import { addToLog } from '../delivery/attempt-log.ts';
import { bringForward } from '../delivery/queue-store.ts';
import type { DeliveryStatus } from '../delivery/schemas.ts';
import { countEnded, type LoggedAttempt } from '../delivery/store.ts';
import type { WebhookStatus } from '../schemas.ts';
import type { ClaimedDelivery } from './claim.ts';

/** Result of one attempt. */
export interface DeliveryResult {
  readonly delivery: ClaimedDelivery;
  /** Pending if there is another attempt. */
  readonly status: DeliveryStatus;
  readonly attempt: LoggedAttempt;
  /** The receiver responded 410 and wants no further events. */
  readonly gone: boolean;
}

/** A webhook that was just disabled. */
export interface DisabledWebhook {
  readonly id: number;
  readonly account_id: number;
  readonly url: string;
  /** True if the receiver responded 410, false if it failed for too long. */
  readonly gone: boolean;
}

/** A webhook is disabled after failing without a success for this long. */
const PATIENCE = 5 * DAY;

interface RecordedRow {
  id: number;
  account_id: number;
  webhook_id: number;
  event: EventType;
  status: DeliveryStatus;
}

/** Writes only for the holder of the lease. A worker that took over records its own result. */
const RECORD = sql<{ rows: string; ids: string; worker: string }, RecordedRow>(
  `update webhook_deliveries set status = r.new_status, attempts = r.new_attempts, due_at = r.new_due_at,
     leased_by = null, log = r.new_log, finished_at = r.new_finished_at
   from (select cast(v.value ->> 'id' as bigint) as delivery_id, v.value ->> 'status' as new_status,
           cast(v.value ->> 'attempts' as bigint) as new_attempts, cast(v.value ->> 'due_at' as bigint) as new_due_at,
           v.value ->> 'log' as new_log, cast(v.value ->> 'finished_at' as bigint) as new_finished_at
         from {each :rows as v}) as r
   where webhook_deliveries.id = r.delivery_id and {look up id in :ids} and leased_by = :worker
   returning id, account_id, webhook_id, event, status`,
);
const RELEASE = sql<{ ids: string; worker: string; now: number }, { webhook_id: number }>(
  `update webhook_deliveries set due_at = :now, leased_by = null
   where id {in :ids} and leased_by = :worker returning webhook_id`,
);
/** The condition on `due_at` selects the index of waiting deliveries. */
const RELEASE_ALL = sql<{ worker: string; now: number }, { webhook_id: number }>(
  `update webhook_deliveries set due_at = :now, leased_by = null
   where leased_by = :worker and due_at is not null returning webhook_id`,
);
const GIVE_UP = sql<{ ids: string; worker: string; now: number }, RecordedRow>(
  `update webhook_deliveries set status = 'failed', due_at = null, leased_by = null, finished_at = :now
   where id {in :ids} and leased_by = :worker returning id, account_id, webhook_id, event, status`,
);
const LOCK_WEBHOOKS = sql<{ ids: string }, { id: number; status: WebhookStatus }>(
  `select id, status from webhooks where id {in :ids} order by id {for update}`,
);
const NOTE_HEALTH = sql<
  { rows: string; ids: string; given_up: number },
  Omit<DisabledWebhook, 'gone'> & { status: WebhookStatus }
>(
  `update webhooks set last_success_at = coalesce(r.succeeded_at, last_success_at),
     failing_since = case when r.succeeded_at is not null then null
       when failing_since <= r.failed_at then failing_since else r.failed_at end,
     status = case when r.gone = 1 or (status = 'active' and r.succeeded_at is null and failing_since <= :given_up)
       then 'disabled' else status end
   from (select cast(v.value ->> 'id' as bigint) as webhook_id, cast(v.value ->> 'succeeded_at' as bigint) as succeeded_at,
           cast(v.value ->> 'failed_at' as bigint) as failed_at, cast(v.value ->> 'gone' as bigint) as gone
         from {each :rows as v}) as r
   where webhooks.id = r.webhook_id and {look up id in :ids}
   returning id, account_id, url, status`,
);

/** Records many results in one transaction, with their consequences for the webhooks. Returns the disabled ones. */
export function* recordResults(
  worker: string,
  results: readonly DeliveryResult[],
  now: number,
): Query<DisabledWebhook[]> {
  const accounts = [...new Set(results.map(({ delivery }) => delivery.target.account_id))];
  const ids = JSON.stringify(results.map(({ delivery }) => delivery.id));
  const recorded = yield* RECORD.all({ worker, ids, rows: JSON.stringify(results.map(toRow)) }, accounts);
  const ours = new Set(recorded.map(({ id }) => id));
  const valid = results.filter(({ delivery }) => ours.has(delivery.id));
  const disabled = yield* noteHealth(valid, now);
  yield* countRows(recorded.flatMap((row) => countEnded(row.account_id, row, 1)));
  yield* bringForward(
    valid.flatMap(({ delivery, attempt }) =>
      attempt.next === null ? [] : [{ webhook_id: delivery.target.id, due_at: attempt.next }],
    ),
    now,
  );
  return disabled;
}

/** Releases deliveries that were claimed and not sent. */
export function* releaseDeliveries(worker: string, ids: readonly number[], now: number): Query<void> {
  yield* makeDue(yield* RELEASE.all({ worker, ids: JSON.stringify(ids), now }), now);
}

/** Releases everything that a worker held. A request in progress may have arrived or not, so it is sent again. */
export function* releaseAllDeliveries(worker: string, now: number): Query<void> {
  yield* makeDue(yield* RELEASE_ALL.all({ worker, now }), now);
}

function makeDue(released: readonly { webhook_id: number }[], now: number): Query<void> {
  return bringForward(
    released.map(({ webhook_id }) => ({ webhook_id, due_at: now })),
    now,
  );
}

/** Ends claimed deliveries that can never be sent. */
export function* giveUpDeliveries(worker: string, ids: readonly number[], now: number): Query<void> {
  const ended = yield* GIVE_UP.all({ worker, ids: JSON.stringify(ids), now });
  yield* countRows(ended.flatMap((row) => countEnded(row.account_id, row, 1)));
}

function toRow({ delivery, status, attempt }: DeliveryResult) {
  return {
    id: delivery.id,
    status,
    attempts: delivery.attempts + 1,
    due_at: attempt.next,
    log: addToLog(delivery.log, attempt),
    finished_at: status === 'pending' ? null : attempt.at + attempt.ms,
  };
}

interface Health {
  id: number;
  succeeded_at: number | null;
  failed_at: number | null;
  gone: 0 | 1;
}

/** A batch with one success counts as a success. */
function* noteHealth(results: readonly DeliveryResult[], now: number): Query<DisabledWebhook[]> {
  const rows = new Map<number, Health>();
  for (const { delivery, status, attempt, gone } of results) {
    const { id } = delivery.target;
    const known = rows.get(id) ?? { id, succeeded_at: null, failed_at: null, gone: 0 };
    const succeeded = status === 'succeeded';
    rows.set(id, {
      id,
      succeeded_at: succeeded ? attempt.at : known.succeeded_at,
      failed_at: succeeded ? known.failed_at : (known.failed_at ?? attempt.at),
      gone: gone ? 1 : known.gone,
    });
  }
  if (rows.size === 0) return [];
  const ids = JSON.stringify([...rows.keys()]);
  const before = yield* LOCK_WEBHOOKS.all({ ids });
  const given_up = yield* chooseGivenUp(results, now);
  const after = yield* NOTE_HEALTH.all({ rows: JSON.stringify([...rows.values()]), ids, given_up });
  const disabled = after.filter(({ status }) => status === 'disabled');
  if (disabled.length === 0) return [];
  const already = new Set(before.filter(({ status }) => status === 'disabled').map(({ id }) => id));
  return disabled
    .filter(({ id }) => !already.has(id))
    .map((webhook) => ({ ...webhook, gone: rows.get(webhook.id)?.gone === 1 }));
}

/**
 * Returns since when a webhook must have failed to be disabled. After a jump of the clock, nothing counts as failing
 * for days.
 */
function* chooseGivenUp(results: readonly DeliveryResult[], now: number): Query<number> {
  const before = now - PATIENCE;
  const seems = results.some(({ delivery: { target } }) => (target.failing_since ?? now) <= before);
  return seems && (yield* isClockBelieved(now)) ? before : 0;
}

import { type Query, sql } from '@hostler/database';
import type { EventType } from '#kernel/events/catalogue.ts';
import { eventBody } from '#kernel/events/emit.ts';
import type { WebhookStatus } from '../schemas.ts';

/** Target of a delivery, as it was when the delivery was claimed. */
export interface Target {
  readonly id: number;
  readonly account_id: number;
  readonly url: string;
  readonly status: WebhookStatus;
  readonly secret: string;
  readonly previous_secret: string | null;
  readonly previous_secret_until: number | null;
  readonly failing_since: number | null;
}

/** Condition on `webhooks`. */
export const OF_SUSPENDED =
  'exists (select 1 from accounts as a where a.id = webhooks.account_id and a.suspension is not null)';
/** The webhooks of a suspended account are as good as paused. */
export const TARGET_COLUMNS = `id, account_id, url,
  case when status = 'active' and ${OF_SUSPENDED} then 'paused' else status end as status, secret, previous_secret,
  previous_secret_until, failing_since`;

/** A delivery that one worker holds until its lease ends. */
export interface ClaimedDelivery {
  readonly id: number;
  readonly target: Target;
  readonly eventId: number;
  readonly event: EventType;
  readonly body: Buffer;
  readonly attempts: number;
  readonly log: string;
  /** Trace context of the event's cause, if it is traced. */
  readonly traceparent: string | null;
}

/** Deliveries of one webhook in a claim. */
export interface ClaimedShare {
  readonly target: Target;
  readonly deliveries: ClaimedDelivery[];
  /** Claimed deliveries to give up: their event expired before it was delivered. */
  readonly stale: number[];
  /** True if more deliveries are due. */
  readonly more: boolean;
}

/** Returns how many of the wanted deliveries this webhook can take. The returned number counts as taken. */
export type Share = (target: Target, wanted: number) => number;

export interface Claim {
  readonly worker: string;
  readonly now: number;
  /** End of the lease. */
  readonly until: number;
  /** Webhooks, and accounts, that cannot take more. */
  readonly busy: readonly number[];
  readonly full: readonly number[];
  /** Maximum number of webhooks, and of deliveries in total. */
  readonly webhooks: number;
  readonly deliveries: number;
  /** Starts a new distribution. The transaction may run again. */
  share(): Share;
}

interface ClaimedRow {
  id: number;
  webhook_id: number;
  event_id: number;
  event: EventType;
  attempts: number;
  log: string;
}

const TAKE_QUEUES = sql<{ now: number; busy: string; full: string; limit: number }, { webhook_id: number }>(
  `select webhook_id from webhook_queues
   where due_at <= :now and webhook_id not in (select cast(b.value as bigint) from {each :busy as b})
     and webhook_id not in (
       select id from webhooks where account_id in (select cast(f.value as bigint) from {each :full as f}))
   order by due_at limit :limit {skip locked}`,
);
const TARGETS = sql<{ ids: string }, Target>(`select ${TARGET_COLUMNS} from webhooks where id {in :ids}`);
const PARK = sql<{ ids: string }>(`update webhook_queues set due_at = null where webhook_id {in :ids}`);
const FORGET = sql<{ ids: string }>(`delete from webhook_queues where webhook_id {in :ids}`);
/**
 * The first deliveries of each webhook, however many follow. The parameter as limit keeps PostgreSQL from sorting them
 * all (see NEWEST in delivery/store.ts). The constant limit keeps it from compiling the statement.
 */
const FIRST_DUE = sql<{ ids: string; now: number; each: number }, { webhook_id: number; due: string | null }>(
  `select cast(i.value as bigint) as webhook_id, (
     select string_agg(cast(first.id as text), ',') from (
       select id from (
         select id from webhook_deliveries where webhook_id = cast(i.value as bigint) and due_at <= :now
         order by due_at, id limit (select cast(:each as bigint)) {skip locked}) as walked
       limit :each) as first) as due
   from {each :ids as i}`,
);
const CLAIM = sql<{ ids: string; until: number; worker: string }, ClaimedRow>(
  `update webhook_deliveries set due_at = :until, leased_by = :worker where id {in :ids}
   returning id, webhook_id, event_id, event, attempts, log`,
);
/** The next due time of a webhook: behind all others if more is due, otherwise when something will be due. */
const NEXT_TURN = sql<{ ids: string; now: number }, { webhook_id: number; due_at: number | null }>(
  `update webhook_queues set due_at = (
     select case when min(d.due_at) < :now then :now else min(d.due_at) end
     from webhook_deliveries as d where d.webhook_id = webhook_queues.webhook_id and d.due_at is not null)
   where webhook_id {in :ids} returning webhook_id, due_at`,
);
const EVENTS = sql<
  { ids: string },
  { id: number; type: string; data: string; created_at: number; traceparent: string | null }
>(`select id, type, data, created_at, traceparent from events where id {in :ids} and id is not null`);

/**
 * Claims deliveries for the webhooks that have waited longest. Locks the queues first, so that the reads afterwards see
 * everything that was due before. A concurrent writer waits for this commit and brings the queue forward again. All
 * other transactions lock queues last, after totals, so nothing here may wait for another lock.
 */
export function* claimDeliveries(claim: Claim): Query<ClaimedShare[]> {
  const { now, worker, until } = claim;
  const [busy, full] = [JSON.stringify(claim.busy), JSON.stringify(claim.full)];
  const queues = yield* TAKE_QUEUES.all({ now, busy, full, limit: claim.webhooks });
  if (queues.length === 0) return [];
  const targets = yield* findTargets(queues.map(({ webhook_id }) => webhook_id));
  if (targets.size === 0) return [];
  const ids = JSON.stringify([...targets.keys()]);
  // Rows that are read are locked, so read no more than could be taken if this webhook were the only one.
  const mostTaken = Math.max(...targets.values().map((target) => claim.share()(target, claim.deliveries)));
  const each = Math.max(1, Math.min(mostTaken, Math.floor(claim.deliveries / targets.size)));
  const firsts = yield* FIRST_DUE.all({ ids, now, each });
  const share = claim.share();
  const chosen = firsts.flatMap(({ webhook_id, due }) => {
    const target = targets.get(webhook_id);
    const ids = due?.split(',').map(Number) ?? [];
    return target ? ids.slice(0, share(target, ids.length)) : [];
  });
  const rows = chosen.length > 0 ? yield* CLAIM.all({ ids: JSON.stringify(chosen), until, worker }) : [];
  const next = yield* NEXT_TURN.all({ ids, now });
  const events = yield* readEvents(rows);
  const byWebhook = Map.groupBy(rows, ({ webhook_id }) => webhook_id);
  return next.flatMap(({ webhook_id, due_at }) => {
    const target = targets.get(webhook_id);
    if (!target) return [];
    const claimed = byWebhook.get(webhook_id) ?? [];
    const stale = claimed.filter(({ event_id }) => !events.has(event_id)).map(({ id }) => id);
    const deliveries = claimed.flatMap((row) => {
      const sent = events.get(row.event_id);
      const { id, event_id: eventId, event, attempts, log } = row;
      return sent ? [{ id, target, eventId, event, attempts, log, ...sent }] : [];
    });
    return [{ target, deliveries, stale, more: due_at !== null && due_at <= now }];
  });
}

/** Returns the current targets. Deleted webhooks are missing. */
export function* readTargets(ids: readonly number[]): Query<Map<number, Target>> {
  const found = yield* TARGETS.all({ ids: JSON.stringify(ids) });
  return new Map(found.map((target) => [target.id, target]));
}

/** Returns the active targets. Inactive webhooks wait until they are active again; deleted ones leave the queue. */
function* findTargets(ids: number[]): Query<Map<number, Target>> {
  const found = yield* readTargets(ids);
  const gone = ids.filter((id) => !found.has(id));
  const parked = [...found.values()].filter(({ status }) => status !== 'active').map(({ id }) => id);
  if (gone.length > 0) yield* FORGET.send({ ids: JSON.stringify(gone) });
  if (parked.length > 0) yield* PARK.send({ ids: JSON.stringify(parked) });
  return new Map([...found].filter(([, { status }]) => status === 'active'));
}

function* readEvents(rows: readonly ClaimedRow[]): Query<Map<number, Pick<ClaimedDelivery, 'body' | 'traceparent'>>> {
  const ids = [...new Set(rows.map(({ event_id }) => event_id))];
  if (ids.length === 0) return new Map();
  const events = yield* EVENTS.all({ ids: JSON.stringify(ids) });
  return new Map(
    events.map((event) => [event.id, { body: Buffer.from(eventBody(event)), traceparent: event.traceparent }]),
  );
}

import {
  type CountChange,
  countRows,
  defineList,
  type Page,
  type PageRequest,
  type Query,
  SIMULATED_ID_FLOOR,
  sql,
} from '@hostler/database';
import type { EventType } from '#kernel/events/catalogue.ts';
import { DELIVERY_STATUSES, type DeliveryStatus } from './schemas.ts';

/** An attempt as stored in the row of its delivery. Only the holder of the lease writes it. */
export interface LoggedAttempt {
  at: number;
  status: number | null;
  ms: number;
  answer: string | null;
  error: { kind: string; message: string } | null;
  next: number | null;
}

export interface DeliveryRow {
  id: number;
  webhook_id: number;
  event_id: number;
  event: EventType;
  status: DeliveryStatus;
  due_at: number | null;
  leased_by: string | null;
  /** A JSON array of logged attempts. */
  log: string;
  created_at: number;
  finished_at: number | null;
}

/** Condition on deliveries. The event of a test is not stored, and its id belongs to no real event. */
export const OF_TEST = `event_id >= ${SIMULATED_ID_FLOOR}`;

export function isTest({ event_id }: Pick<DeliveryRow, 'event_id'>): boolean {
  return event_id >= SIMULATED_ID_FLOOR;
}

const COLUMNS = 'id, webhook_id, event_id, event, status, due_at, leased_by, log, created_at, finished_at';
const OF_WEBHOOK = { webhook_id: ':webhook_id' };
const OF_EVENT = { ...OF_WEBHOOK, event: ':event' };
const LIST = defineDeliveries([OF_WEBHOOK]);
const LIST_OF_EVENT_BY_STATUS = defineDeliveries([OF_EVENT]);
/** Uses the same index, which has the status before the id. */
const LIST_OF_EVENT = defineDeliveries(DELIVERY_STATUSES.map((status) => ({ ...OF_EVENT, status: `'${status}'` })));
const FIND = sql<{ account_id: number; id: number }, DeliveryRow>(
  `select ${COLUMNS} from webhook_deliveries where account_id = :account_id and id = :id`,
);
/**
 * Uses the index that has the status before the id, never a scan from the newest of all webhooks back (see list-
 * statement.ts). The limit is a parameter and there is no further condition, so that PostgreSQL stops at the limit.
 * Without statistics it would assume few rows, and read and sort them all.
 */
const NEWEST = sql<
  { account_id: number; webhook_id: number; status: DeliveryStatus; below: number; limit: number },
  Pick<DeliveryRow, 'id' | 'created_at'>
>(
  `select id, created_at from (
     select id, account_id, status, created_at from webhook_deliveries
     where webhook_id = :webhook_id and {(status, id) < (:status, :below)} and status >= :status
     order by status desc, id desc limit (select cast(:limit as bigint))) as newest
   where account_id = :account_id order by status desc, id desc`,
);
/** A delivery in progress stays with its worker: it is never sent twice at the same time. */
const REQUEUE = sql<
  { account_id: number; ids: string; now: number; status: DeliveryStatus; fresh_too: number },
  Pick<DeliveryRow, 'id' | 'event'>
>(
  `update webhook_deliveries set status = 'pending', due_at = :now, leased_by = null, attempts = 0, finished_at = null
   where account_id = :account_id and id {in :ids}
     and status = :status and (leased_by is null or due_at <= :now)
     and (status <> 'pending' or attempts > 0 or :fresh_too = 1) and not ${OF_TEST}
   returning id, event`,
);

export function listDeliveries(
  accountId: number,
  webhookId: number,
  page: PageRequest,
  event: EventType | undefined,
): Query<Page<DeliveryRow>> {
  const weigh = (counted: string) => {
    const [name, ofEvent] = counted.split(' ');
    if (event !== undefined && event !== ofEvent) return 0;
    if (page.status === 'pending') return name === MADE ? 1 : -1;
    return (page.status ?? MADE) === name ? 1 : 0;
  };
  const ofEvent = page.status === undefined ? LIST_OF_EVENT : LIST_OF_EVENT_BY_STATUS;
  const list = event === undefined ? LIST : ofEvent;
  const parameters = { webhook_id: webhookId, event: event ?? null };
  return list(accountId, page, { parameters, counts: [totalsOf(webhookId)], weigh });
}

function defineDeliveries(keys: readonly Record<string, string>[]) {
  const where = 'account_id = :account_id';
  const strands = keys.map((own) => ({ table: 'webhook_deliveries', keys: own, where }));
  return defineList<DeliveryRow>({ columns: COLUMNS, strands });
}

export function findDelivery(accountId: number, id: number): Query<DeliveryRow | undefined> {
  return FIND.one({ account_id: accountId, id });
}

/** Sends a delivery again, whatever its result, and keeps its earlier attempts. */
export function* requeueDelivery(accountId: number, delivery: DeliveryRow, now: number): Query<void> {
  yield* requeue(accountId, delivery, [delivery.id], true, now);
}

/**
 * Sends a batch of failed deliveries again, newest first. Returns the id to continue below, or undefined at the end.
 * Deliveries that wait for a retry are brought forward.
 */
export function* requeueFailed(
  accountId: number,
  step: { webhook_id: number; status: 'failed' | 'pending'; since: number; below: number; limit: number },
  now: number,
): Query<number | undefined> {
  const { since, ...range } = step;
  const rows = yield* NEWEST.all({ ...range, account_id: accountId });
  const ids = rows.filter(({ created_at }) => created_at >= since).map(({ id }) => id);
  if (ids.length > 0) yield* requeue(accountId, step, ids, false, now);
  return ids.length === step.limit ? ids.at(-1) : undefined;
}

function* requeue(
  accountId: number,
  { webhook_id, status }: Pick<DeliveryRow, 'webhook_id' | 'status'>,
  ids: number[],
  freshToo: boolean,
  now: number,
): Query<void> {
  const moved = yield* REQUEUE.all({
    account_id: accountId,
    ids: JSON.stringify(ids),
    now,
    status,
    fresh_too: freshToo ? 1 : 0,
  });
  yield* countRows(moved.flatMap(({ id, event }) => countEnded(accountId, { id, webhook_id, status, event }, -1)));
}

type Counted = Pick<DeliveryRow, 'id' | 'webhook_id' | 'event'>;

/** Created and ended deliveries are counted; the difference is pending. */
const MADE = 'made';

function totalsOf(webhookId: number): string {
  return `deliveries/${webhookId}`;
}

export function countMade(accountId: number, { id, webhook_id, event }: Counted, count: number): CountChange {
  return { account_id: accountId, list: totalsOf(webhook_id), status: `${MADE} ${event}`, id, count };
}

export function countEnded(
  accountId: number,
  { id, webhook_id, event, status }: Counted & { status: DeliveryStatus },
  count: number,
): CountChange[] {
  if (status === 'pending') return [];
  return [{ account_id: accountId, list: totalsOf(webhook_id), status: `${status} ${event}`, id, count }];
}

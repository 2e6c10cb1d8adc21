import type { CountChange } from '../../../../kernel/db/blocks.ts';
import { defineList, type Page, type PageRequest } from '../../../../kernel/db/page.ts';
import { type Query, sql } from '../../../../kernel/db/query.ts';
import { countRows } from '../../../../kernel/db/totals.ts';
import type { EventType } from '../../../../kernel/events/catalogue.ts';
import { DELIVERY_STATUSES, type DeliveryStatus } from './schemas.ts';

/** What is kept of an attempt, in the delivery's own row: whoever holds the lease is the only one to write it. */
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

const COLUMNS = 'id, webhook_id, event_id, event, status, due_at, leased_by, log, created_at, finished_at';
const OF_WEBHOOK = { webhook_id: ':webhook_id' };
const OF_EVENT = { ...OF_WEBHOOK, event: ':event' };
const LIST = defineDeliveries([OF_WEBHOOK]);
const LIST_OF_EVENT_BY_STATUS = defineDeliveries([OF_EVENT]);
/** By the same index, which has the status before the id. */
const LIST_OF_EVENT = defineDeliveries(DELIVERY_STATUSES.map((status) => ({ ...OF_EVENT, status: `'${status}'` })));
const FIND = sql<{ account_id: number; id: number }, DeliveryRow>(
  `select ${COLUMNS} from webhook_deliveries where account_id = :account_id and id = :id`,
);
/**
 * By the index that has the status before the id, never from the newest of all webhooks back (see list-statement.ts). A limit
 * that PostgreSQL does not know, and nothing else to ask of a row, have it stop at the limit: while it has not counted the
 * rows yet it takes them for few, and would rather read and sort them all.
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
/** What is under way stays with its worker: the same delivery is never sent twice at the same time. */
const REQUEUE = sql<
  { account_id: number; ids: string; now: number; status: DeliveryStatus; fresh_too: number },
  Pick<DeliveryRow, 'id' | 'event'>
>(
  `update webhook_deliveries set status = 'pending', due_at = :now, leased_by = null, attempts = 0, finished_at = null
   where account_id = :account_id and id {in :ids}
     and status = :status and (leased_by is null or due_at <= :now)
     and (status <> 'pending' or attempts > 0 or :fresh_too = 1)
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

/** Sends one again, whatever became of it, with all its attempts before it. */
export function* requeueDelivery(accountId: number, delivery: DeliveryRow, now: number): Query<void> {
  yield* requeue(accountId, delivery, [delivery.id], true, now);
}

/**
 * One step of sending again what failed, from the newest back: answers below which id to go on, or nothing at the end.
 * What waits for its next attempt after a failure is brought forward.
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

/** All that were made are counted, and those that ended: the rest is pending. */
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

import { defineList, type Page, type PageRequest } from '../../kernel/db/page.ts';
import { type Query, sql } from '../../kernel/db/query.ts';
import { addToTotals, readTotals, type TotalChange } from '../../kernel/db/totals.ts';
import type { EventType } from '../../kernel/events/catalogue.ts';
import type { DeliveryStatus } from './schemas.ts';

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
const TABLE = { table: 'webhook_deliveries', columns: COLUMNS };
const LIST = defineList<DeliveryRow>({ ...TABLE, where: 'webhook_id = :webhook_id' });
const LIST_OF_EVENT = defineList<DeliveryRow>({ ...TABLE, where: 'webhook_id = :webhook_id and event = :event' });
const FIND = sql<{ account_id: number; id: number }, DeliveryRow>(
  `select ${COLUMNS} from webhook_deliveries where account_id = :account_id and id = :id`,
);
const NEWEST = sql<
  { account_id: number; webhook_id: number; status: DeliveryStatus; below: number; limit: number },
  Pick<DeliveryRow, 'id' | 'created_at'>
>(
  `select id, created_at from webhook_deliveries
   where account_id = :account_id and webhook_id = :webhook_id and status = :status and id < :below
   order by id desc limit :limit`,
);
/** What is under way stays with its worker: the same delivery is never sent twice at the same time. */
const REQUEUE = sql<
  { account_id: number; ids: string; now: number; status: DeliveryStatus; fresh_too: number },
  Pick<DeliveryRow, 'event'>
>(
  `update webhook_deliveries set status = 'pending', due_at = :now, leased_by = null, attempts = 0, finished_at = null
   where account_id = :account_id and id in (select cast(i.value as bigint) from {each :ids as i})
     and status = :status and (leased_by is null or due_at <= :now)
     and (status <> 'pending' or attempts > 0 or :fresh_too = 1)
   returning event`,
);

export function* listDeliveries(
  accountId: number,
  webhookId: number,
  page: PageRequest,
  event: EventType | undefined,
): Query<Page<DeliveryRow>> {
  const counts = yield* readTotals(accountId, totalsOf(webhookId));
  const total = counts.reduce((sum, { status: counted, count }) => {
    const [name, ofEvent] = counted.split(' ');
    if (event !== undefined && event !== ofEvent) return sum;
    if (page.status === 'pending') return sum + (name === MADE ? count : -count);
    return (page.status ?? MADE) === name ? sum + count : sum;
  }, 0);
  const list = event === undefined ? LIST : LIST_OF_EVENT;
  return yield* list(accountId, page, { webhook_id: webhookId, event: event ?? null }, total);
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
  yield* addToTotals(moved.flatMap(({ event }) => countEnded(accountId, { webhook_id, status, event }, -1)));
}

type Counted = Pick<DeliveryRow, 'webhook_id' | 'event'>;

/** All that were made are counted, and those that ended: the rest is pending. */
const MADE = 'made';

function totalsOf(webhookId: number): string {
  return `deliveries/${webhookId}`;
}

export function countMade(accountId: number, { webhook_id, event }: Counted, count: number): TotalChange {
  return { account_id: accountId, list: totalsOf(webhook_id), status: `${MADE} ${event}`, count };
}

export function countEnded(
  accountId: number,
  { webhook_id, event, status }: Counted & { status: DeliveryStatus },
  count: number,
): TotalChange[] {
  if (status === 'pending') return [];
  return [{ account_id: accountId, list: totalsOf(webhook_id), status: `${status} ${event}`, count }];
}

import { type Database, fillTotals, runScript, sql } from '@hostler/database';
import type { NeighbourPlan } from './cast.ts';

const LONG_MESSAGE = 20_000;
const LARGE_EVENT = 64 * 1024;
const EVENT_TYPE = 'ticket.created';

const NUMBERS = 'with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n + 1 < :count)';
const TICKETS = sql<{ account_id: number; count: number; now: number }>(
  `insert into tickets (account_id, subject, status, priority, department, search_text, created_at, updated_at, closed_at)
   ${NUMBERS}
   select cast(:account_id as bigint), 'The shop is slow again, number ' || n,
     case n % 4 when 0 then 'open' when 1 then 'answered' when 2 then 'customer_reply' else 'closed' end,
     'normal', 'general', 'the shop is slow again, number ' || n, cast(:now as bigint), cast(:now as bigint),
     case n % 4 when 3 then cast(:now as bigint) end
   from numbers`,
);
const REPLIES = sql<{ ticket: number; count: number; message: string; now: number }>(
  `insert into ticket_messages (ticket_id, author_type, author_name, message, created_at) ${NUMBERS}
   select cast(:ticket as bigint), 'customer', 'Example Ltd', cast(:message as text), cast(:now as bigint) from numbers`,
);
const SANDBOX_ACTIONS = sql<{ account_id: number; hosting: number; count: number; now: number }>(
  `insert into sandbox_actions (id, account_id, type, status, progress, resource_type, resource_id, search_text,
     created_at, started_at, finished_at) ${NUMBERS}
   select 9000000001 + n, cast(:account_id as bigint), 'hosting.restart', 'succeeded', 100, 'hosting',
     cast(:hosting as bigint), 'hosting.restart', cast(:now as bigint), cast(:now as bigint), cast(:now as bigint)
   from numbers`,
);
const BACKUPS = sql<{ account_id: number; hosting: number; count: number; now: number }>(
  `insert into backups (account_id, name, type, resource_type, resource_id, status, size_bytes, search_text, created_at,
     completed_at, error) ${NUMBERS}
   select cast(:account_id as bigint), 'Backup ' || n, 'manual', 'hosting', cast(:hosting as bigint) + n % 3,
     case n % 2 when 0 then 'completed' else 'failed' end, 1024, 'backup ' || n, cast(:now as bigint),
     cast(:now as bigint), case n % 2 when 1 then 'The backup storage is full.' end
   from numbers`,
);
/** Uses the numbers that the publisher would have assigned. */
const EVENTS = sql<{ account_id: number; count: number; data: string; now: number }>(
  `insert into events (id, account_id, environment, type, data, created_at) ${NUMBERS}
   select (select last_id from event_numbers) + 1 + n, cast(:account_id as bigint), 'live', '${EVENT_TYPE}',
     cast(:data as text), cast(:now as bigint)
   from numbers`,
);
const NUMBER_EVENTS = sql<{ count: number }>('update event_numbers set last_id = last_id + :count');
const DELIVERIES = sql<{ account_id: number; webhook: number; count: number; now: number }>(
  `insert into webhook_deliveries (account_id, webhook_id, event_id, event, status, attempts, log, created_at, finished_at)
   ${NUMBERS}
   select cast(:account_id as bigint), cast(:webhook as bigint), 1, '${EVENT_TYPE}', 'failed', 10, '[]',
     cast(:now as bigint), cast(:now as bigint)
   from numbers`,
);
interface Filled {
  readonly accountId: number;
  readonly longTicketId: number;
  readonly webhookId: number;
  readonly hostingId: number;
}

/** Inserts with SQL the data that years of a hostile customer's work would have left behind. */
export async function fillAccount(db: Database, filled: Filled, plan: NeighbourPlan): Promise<void> {
  const now = Date.now();
  const mine = { account_id: filled.accountId, now };
  await db.write(function* () {
    yield* TICKETS.run({ ...mine, count: plan.tickets });
    const message = 'Slow. '.repeat(LONG_MESSAGE / 6);
    yield* REPLIES.run({ ticket: filled.longTicketId, count: plan.longReplies, message, now });
    yield* SANDBOX_ACTIONS.run({ ...mine, hosting: filled.hostingId, count: plan.sandboxActions });
    yield* BACKUPS.run({ ...mine, hosting: filled.hostingId, count: plan.backups });
    const data = JSON.stringify({ id: 1, subject: 'x'.repeat(LARGE_EVENT) });
    yield* EVENTS.run({ ...mine, count: plan.largeEvents, data });
    yield* NUMBER_EVENTS.run({ count: plan.largeEvents });
    yield* DELIVERIES.run({ ...mine, webhook: filled.webhookId, count: plan.failedDeliveries });
    const ofAccount = `account_id = ${filled.accountId}`;
    const deliveries = `'deliveries/' || webhook_id`;
    yield* runScript(
      [
        fillTotals('tickets', undefined, undefined, ofAccount),
        fillTotals('backups', undefined, undefined, ofAccount),
        fillTotals('backups', `'backups/' || resource_type || '/' || resource_id`, undefined, ofAccount),
        fillTotals('sandbox_actions', `'sandbox actions/' || resource_type`, undefined, ofAccount),
        fillTotals('webhook_deliveries', deliveries, `'made ' || event`, ofAccount),
        fillTotals('webhook_deliveries', deliveries, `status || ' ' || event`, ofAccount),
      ].join(''),
    );
  });
  // PostgreSQL does this by itself a minute after such a change.
  if (db.dialect === 'postgres') await db.write(() => runScript('analyze'));
}

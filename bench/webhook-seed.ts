import { currentTransaction, type Database, fillTotals, runScript, sql } from '@hostler/database';
import { compose } from '../server/src/compose/compose.ts';
import { EVENTS_SIGNAL } from '../server/src/kernel/events/emit.ts';
import { createLogger } from '../server/src/kernel/log.ts';
import { systemClock } from '../server/src/kernel/time.ts';
import { readConfig } from '../server/src/settings/config.ts';
import type { Settings } from './seed.ts';

export const EVENT_TYPE = 'ticket.created';

/** The data of a ticket event, before and after its id. */
const DATA_HEAD = '{"id":';
const DATA_TAIL =
  ',"subject":"The shop is slow again","status":"open","priority":"normal","department":"general","created_at":"2026-11-15T01:50:36+00:00","updated_at":"2026-11-15T01:50:36+00:00","closed_at":null}';
export const EVENT_DATA = `${DATA_HEAD}1${DATA_TAIL}`;

const NUMBERS = 'with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n + 1 < :count)';
const INSERT_EVENTS = sql<{ first: number; accounts: number; count: number; now: number; head: string; tail: string }>(
  `insert into events (account_id, environment, type, data, created_at) ${NUMBERS}
   select cast(:first as bigint) + n % cast(:accounts as bigint), 'live', '${EVENT_TYPE}',
     cast(:head as text) || n || cast(:tail as text), cast(:now as bigint)
   from numbers`,
);
const INSERT_DELIVERIES = sql<{ account: number; webhook: number; events: number; count: number; now: number }>(
  `insert into webhook_deliveries
     (account_id, webhook_id, event_id, event, status, attempts, due_at, log, created_at) ${NUMBERS}
   select cast(:account as bigint), cast(:webhook as bigint), 1 + n % cast(:events as bigint), '${EVENT_TYPE}', 'pending',
     0, cast(:now as bigint), '[]', cast(:now as bigint)
   from numbers`,
);
const RECORDED = sql<object, { count: number }>(
  `select coalesce(sum(count), 0) as count from totals where list like 'deliveries/%' and status like 'succeeded %'`,
);

/** Opens the database of the server from this process. */
export async function openDatabase(settings: Settings): Promise<Database> {
  return (await compose({ config: readConfig(settings), clock: systemClock, log: createLogger('silent') })).db;
}

/** Commits the events in one transaction, spread evenly over `accounts` accounts starting with `first`. */
export async function commitEvents(db: Database, first: number, accounts: number, count: number): Promise<void> {
  await db.write(function* () {
    yield* INSERT_EVENTS.run({ first, accounts, count, now: Date.now(), head: DATA_HEAD, tail: DATA_TAIL });
    (yield* currentTransaction()).signals.add(EVENTS_SIGNAL);
  });
}

/** Inserts deliveries that are due now, of events that were published before. */
export async function insertBacklog(
  db: Database,
  to: { account: number; webhook: number },
  count: number,
  events: number,
): Promise<void> {
  await db.write(function* () {
    yield* INSERT_DELIVERIES.run({ ...to, events, count, now: Date.now() });
    yield* runScript(
      fillTotals('webhook_deliveries', `'deliveries/' || webhook_id`, `'made ' || event`, `webhook_id = ${to.webhook}`),
    );
  });
  if (db.dialect === 'postgres' && count > 100_000) await db.write(() => runScript('analyze webhook_deliveries'));
}

/** Returns how many deliveries are recorded as successful. */
export async function countRecorded(db: Database): Promise<number> {
  return (await db.read(RECORDED.one({})))?.count ?? 0;
}

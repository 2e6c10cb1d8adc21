import { EngineError } from '../../../engines/engine.ts';
import { type SqlAccess, type SqlDriver, sqlEngines } from '../../../engines/sql/driver.ts';
import type { Database } from '../../../kernel/db/database.ts';
import type { Query } from '../../../kernel/db/query.ts';
import type { RecurringJob } from '../../../kernel/jobs/recurring.ts';
import type { Logger } from '../../../kernel/log.ts';
import { HOUR, MINUTE } from '../../../kernel/time.ts';
import { findSuspension } from '../../identity/accounts/index.ts';
import type { Tickets } from '../../support/tickets/index.ts';
import { decideAccess, isNearLimit } from './access.ts';
import { describeAccess } from './notice.ts';
import { listToMeasure, type MeasuredRow } from './operator-store.ts';
import { readServerVersion } from './server-version.ts';
import { changeAccess, databaseBytesLimit, noteFacts } from './store.ts';
import type { SqlDrivers } from './view.ts';

const MEASURED_EVERY_MS = HOUR;
const MEASURED_NEAR_LIMIT_MS = 5 * MINUTE;
/** Per turn and server: many small turns, so that neither the servers nor other upkeep wait long. */
const AT_ONCE = 50;

interface Dependencies {
  db: Database;
  log: Logger;
  drivers: SqlDrivers;
  tickets: Tickets;
}

/** A database as its server was found to have it, and what its owner can do since. */
interface Found {
  row: MeasuredRow;
  sizeBytes: number;
  limit: number | null;
  access: SqlAccess;
}

/** Keeps `size_bytes` fresh, a few databases at a time, those that were measured longest ago first, and judges them by it. */
export function measureSizes({ drivers, ...rest }: Dependencies): RecurringJob {
  return {
    name: 'databases.measure-sizes',
    everyMs: MINUTE,
    async run(now) {
      // Each for itself: a server that is away keeps nobody else waiting.
      await Promise.all(sqlEngines.map((engine) => measureOn(drivers[engine], { ...rest, now })));
    },
  };
}

async function measureOn(
  driver: SqlDriver,
  { db, log, tickets, now }: Omit<Dependencies, 'drivers'> & { now: number },
): Promise<void> {
  const due = await db.read(listToMeasure(driver.engine, now, MEASURED_EVERY_MS, AT_ONCE));
  const found: Found[] = [];
  for (const row of due) {
    const sizeBytes = await measure(driver, row, log);
    if (sizeBytes === undefined) break;
    const limit = await db.read(databaseBytesLimit.read(row.account_id));
    const isSuspended = (await db.read(findSuspension(row.account_id))) !== undefined;
    const access = isSuspended ? row.access : await judge(driver, row, sizeBytes, limit);
    found.push({ row, sizeBytes, limit, access });
  }
  if (found.length === 0) return;
  // Asked once for all: a server that was upgraded since tells its new version.
  const version = await readServerVersion(driver);
  await db.write(function* () {
    for (const each of found) yield* note(each, version, { tickets, now });
  });
}

function* note(
  { row, sizeBytes, limit, access }: Found,
  version: string | null,
  { tickets, now }: { tickets: Tickets; now: number },
): Query<void> {
  const { account_id, id } = row;
  // One that may soon be too large counts as measured longer ago, so that its turn comes earlier.
  const sooner = isNearLimit(sizeBytes, limit) ? MEASURED_EVERY_MS - MEASURED_NEAR_LIMIT_MS : 0;
  yield* noteFacts(account_id, id, { version: version ?? row.version, sizeBytes }, now - sooner);
  if (access === row.access || !(yield* changeAccess(account_id, id, row.access, access))) return;
  yield* tickets.notify(account_id, describeAccess(access, { ...row, sizeBytes, limit }), now);
}

/**
 * Undefined when the server is away: then it is asked again next turn. One that the server refuses, or that alone cannot
 * be measured because its owner holds it, keeps its last size and nobody else waiting.
 */
async function measure(
  driver: SqlDriver,
  { id, username, size_bytes }: MeasuredRow,
  log: Logger,
): Promise<number | undefined> {
  try {
    return await driver.size(username);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    if (error.code === 'unreachable' && !(await driver.check()).reachable) return undefined;
    log.warn(
      { reason: error.message, engine: driver.engine, database_id: id },
      'a database could not be measured; its last size is kept',
    );
    return size_bytes;
  }
}

/** What its owner can do from now on. Where the server does not change it, it is tried again with the next measure. */
async function judge(
  driver: SqlDriver,
  { username, access: before }: MeasuredRow,
  sizeBytes: number,
  limit: number | null,
): Promise<SqlAccess> {
  const access = decideAccess(before, sizeBytes, limit);
  if (access === before) return before;
  try {
    await driver.setAccess({ database: username, username }, access);
    return access;
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return before;
  }
}

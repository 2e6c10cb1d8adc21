import type { Database, Query } from '@hostler/database';
import { EngineError } from '#engines/engine.ts';
import { type SqlAccess, type SqlDriver, sqlEngines } from '#engines/sql/driver.ts';
import type { RecurringJob } from '#kernel/jobs/recurring.ts';
import type { Logger } from '#kernel/log.ts';
import { HOUR, MINUTE } from '#kernel/time.ts';
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
/** Databases per run and server. Small batches keep the servers and other jobs from waiting long. */
const AT_ONCE = 50;

interface Dependencies {
  db: Database;
  log: Logger;
  drivers: SqlDrivers;
  tickets: Tickets;
}

/** The measured size of a database, and the access that follows from it. */
interface Found {
  row: MeasuredRow;
  sizeBytes: number;
  limit: number | null;
  access: SqlAccess;
}

/** Refreshes `size_bytes` in small batches, longest ago measured first, and adjusts the access to the size. */
export function measureSizes({ drivers, ...rest }: Dependencies): RecurringJob {
  return {
    name: 'databases.measure-sizes',
    everyMs: MINUTE,
    async run(now) {
      // In parallel, so that an unreachable server does not hold up the other one.
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
  // Read once per run, so that an upgraded server is recorded with its new version.
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
  // A database near its limit is recorded as measured earlier, so that it is due again sooner.
  const sooner = isNearLimit(sizeBytes, limit) ? MEASURED_EVERY_MS - MEASURED_NEAR_LIMIT_MS : 0;
  yield* noteFacts(account_id, id, { version: version ?? row.version, sizeBytes }, now - sooner);
  if (access === row.access || !(yield* changeAccess(account_id, id, row.access, access))) return;
  yield* tickets.notify(account_id, describeAccess(access, { ...row, sizeBytes, limit }), now);
}

/**
 * Returns undefined if the server is unreachable; the next run tries again. If only this database cannot be measured,
 * for example because its owner locks it, its last size is returned.
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

/** Sets and returns the access. If the server fails to change it, the next measurement tries again. */
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

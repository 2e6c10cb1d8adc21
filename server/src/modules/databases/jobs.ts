import { EngineError } from '../../engines/engine.ts';
import { type SqlDriver, sqlEngines } from '../../engines/sql/driver.ts';
import type { Database } from '../../kernel/db/database.ts';
import type { RecurringJob } from '../../kernel/jobs/worker.ts';
import { HOUR, MINUTE } from '../../kernel/time.ts';
import { listToMeasure, type MeasuredRow } from './operator-store.ts';
import { readServerVersion } from './server-version.ts';
import { noteFacts } from './store.ts';
import type { SqlDrivers } from './view.ts';

const MEASURED_EVERY_MS = HOUR;
/** Per turn and server: many small turns, so that neither the servers nor other upkeep wait long. */
const AT_ONCE = 50;

interface Dependencies {
  db: Database;
  drivers: SqlDrivers;
}

/** Keeps `size_bytes` fresh, a few databases at a time, those that were measured longest ago first. */
export function measureSizes({ db, drivers }: Dependencies): RecurringJob {
  return {
    name: 'databases.measure-sizes',
    everyMs: MINUTE,
    async run(now) {
      // Each for itself: a server that is away keeps nobody else waiting.
      await Promise.all(sqlEngines.map((engine) => measureOn(drivers[engine], { db, now })));
    },
  };
}

async function measureOn(driver: SqlDriver, { db, now }: { db: Database; now: number }): Promise<void> {
  const due = await db.read(listToMeasure(driver.engine, now - MEASURED_EVERY_MS, AT_ONCE));
  const sizes: [MeasuredRow, number][] = [];
  for (const row of due) {
    const size = await measure(driver, row);
    if (size === undefined) break;
    sizes.push([row, size]);
  }
  if (sizes.length === 0) return;
  // Asked once for all: a server that was upgraded since tells its new version.
  const current = await readServerVersion(driver);
  await db.write(function* () {
    for (const [{ account_id, id, version }, sizeBytes] of sizes) {
      yield* noteFacts(account_id, id, { version: current ?? version, sizeBytes }, now);
    }
  });
}

/** Undefined when the server is away: then it is asked again next turn. One that the server refuses keeps its last size. */
async function measure(driver: SqlDriver, { username, size_bytes }: MeasuredRow): Promise<number | undefined> {
  try {
    return await driver.size(username);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return error.code === 'unreachable' ? undefined : size_bytes;
  }
}

import { EngineError } from '../../engines/engine.ts';
import type { SqlDriver } from '../../engines/sql/driver.ts';
import type { Database } from '../../kernel/db/database.ts';
import type { RecurringJob } from '../../kernel/jobs/worker.ts';
import { HOUR, MINUTE } from '../../kernel/time.ts';
import { listToMeasure, type MeasuredRow } from './operator-store.ts';
import { noteFacts } from './store.ts';
import type { SqlDrivers } from './view.ts';

const MEASURED_EVERY_MS = HOUR;
/** Per turn: many small turns, so that neither the servers nor other upkeep wait long. */
const AT_ONCE = 50;

/** Keeps `size_bytes` fresh, a few databases at a time, those that were measured longest ago first. */
export function measureSizes({ db, drivers }: { db: Database; drivers: SqlDrivers }): RecurringJob {
  return {
    name: 'databases.measure-sizes',
    everyMs: MINUTE,
    async run(now) {
      const due = await db.read(listToMeasure(now - MEASURED_EVERY_MS, AT_ONCE));
      const sizes: [MeasuredRow, number][] = [];
      for (const row of due) {
        const size = await measure(drivers, row);
        if (size !== undefined) sizes.push([row, size]);
      }
      if (sizes.length === 0) return;
      // Asked once for all: a server that was upgraded since tells its new version.
      const versions = {
        postgresql: await readVersion(drivers.postgresql),
        mariadb: await readVersion(drivers.mariadb),
      };
      await db.write(function* () {
        for (const [{ account_id, id, engine, version }, sizeBytes] of sizes) {
          yield* noteFacts(account_id, id, { version: versions[engine] ?? version, sizeBytes }, now);
        }
      });
    },
  };
}

/** Undefined when the server is away: then it is asked again next turn. One that the server refuses keeps its last size. */
async function measure(
  drivers: SqlDrivers,
  { engine, username, size_bytes }: MeasuredRow,
): Promise<number | undefined> {
  try {
    return await drivers[engine].size(username);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return error.code === 'unreachable' ? undefined : size_bytes;
  }
}

async function readVersion(driver: SqlDriver): Promise<string | null> {
  return (await driver.check()).version;
}

import type { Database } from '@hostler/database';
import type { EngineHealth } from '#engines/engine.ts';
import { formatBytes } from '#kernel/bytes.ts';
import { type DatabaseTrouble, DatabaseUnavailable } from '#kernel/database/trouble.ts';
import { tryWriting } from './try-writing.ts';

/** With less free space, the operator should act before writes fail. */
const LOW_BYTES = 256 * 2 ** 20;

interface Checked {
  db: Database;
  trouble: DatabaseTrouble;
}

/** Says that the disk of the database is full, if a write shows it; undefined if the database accepts writes. */
export async function findFullDisk({ db, trouble }: Checked): Promise<EngineHealth | undefined> {
  try {
    await tryWriting(db);
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
  }
  const detail = trouble.describeFull();
  return detail === undefined ? undefined : { reachable: false, version: null, detail, advice: null };
}

/** Reports the folder of the embedded database, and whether its disk is filling up. */
export function checkSqlite(dataDir: string, { freeBytes }: Pick<DatabaseTrouble, 'freeBytes'>): EngineHealth {
  const fine = { reachable: true, version: null };
  if (freeBytes >= LOW_BYTES) return { ...fine, detail: `SQLite in ${dataDir}`, advice: null };
  const detail = `The disk of ${dataDir} has ${formatBytes(freeBytes)} left.`;
  return { ...fine, detail, advice: 'Free some space before writes fail' };
}

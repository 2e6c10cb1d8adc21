import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { DataFolderInUse } from './data-folder-in-use.ts';

/** Exclusive lock of the server. */
const SERVE_LOCK = 'serve.lock';
/** Shared lock of workers, exclusive lock of a migration. */
const WORK_LOCK = 'work.lock';
/** Another command may be migrating the folder to the same version. */
const PATIENCE_MS = 3_000;
const PAUSE_MS = 20;

/**
 * Takes an operating system lock through an open file, so it ends with the process in any case. Returns the function
 * that releases it, or undefined if another process holds it.
 */
function take(file: string, mode: 'shared' | 'exclusive'): (() => void) | undefined {
  const lock = new Sqlite(file, { timeout: 0 });
  try {
    if (mode === 'exclusive') {
      lock.pragma('locking_mode = exclusive');
      lock.exec('begin exclusive');
    } else {
      lock.exec('begin');
      lock.prepare('select count(*) from sqlite_master').get();
    }
    return () => lock.close();
  } catch {
    lock.close();
    return undefined;
  }
}

async function waitFor(file: string, mode: 'shared' | 'exclusive'): Promise<(() => void) | undefined> {
  const deadline = performance.now() + PATIENCE_MS;
  let unlock = take(file, mode);
  while (!unlock && performance.now() < deadline) {
    await sleep(PAUSE_MS);
    unlock = take(file, mode);
  }
  return unlock;
}

/** Locks the data folder for one server. */
export function lockDataFolder(dataDir: string): () => void {
  const unlock = take(join(dataDir, SERVE_LOCK), 'exclusive');
  if (unlock) return unlock;
  throw new DataFolderInUse(
    `Another hostler serve uses ${dataDir}. Stop it first, or give this one a folder of its own with HOSTLER_DATA_DIR.`,
  );
}

/** Marks the data folder as used by a worker. */
export async function shareDataFolder(dataDir: string): Promise<() => void> {
  const release = await waitFor(join(dataDir, WORK_LOCK), 'shared');
  if (release) return release;
  throw new DataFolderInUse(`The database in ${dataDir} is being brought to another version. Try again in a moment.`);
}

/** Locks the data folder for a migration: no server and no worker may run on the database while its schema changes. */
export async function lockForMigration(dataDir: string, { asServer }: { asServer: boolean }): Promise<() => void> {
  const probe = asServer ? () => {} : take(join(dataDir, SERVE_LOCK), 'shared');
  if (!probe) throw stillRuns('server', dataDir);
  probe();
  const unlock = await waitFor(join(dataDir, WORK_LOCK), 'exclusive');
  if (!unlock) throw stillRuns('worker', dataDir);
  return unlock;
}

/** Locks the data folder exclusively while its database is replaced. */
export async function lockForRestore(dataDir: string): Promise<() => void> {
  const unserve = lockDataFolder(dataDir);
  const unwork = await waitFor(join(dataDir, WORK_LOCK), 'exclusive');
  const unlock = () => {
    unwork?.();
    unserve();
  };
  if (unwork) return unlock;
  unlock();
  throw new DataFolderInUse(`A hostler worker uses ${dataDir}. Stop it first.`);
}

function stillRuns(who: string, dataDir: string): DataFolderInUse {
  return new DataFolderInUse(
    `A hostler ${who} of another version runs on ${dataDir}, and the database would have to be changed for this one. Stop that ${who} first, or use the command line of its version.`,
  );
}

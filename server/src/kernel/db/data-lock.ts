import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse';
}

/**
 * Keeps the data folder to one server. The lock is the operating system's own, held through an open file, so it is gone
 * with the process however that ends.
 */
export function lockDataFolder(dataDir: string): () => void {
  const lock = new Sqlite(join(dataDir, 'serve.lock'), { timeout: 0 });
  try {
    lock.pragma('locking_mode = exclusive');
    lock.exec('begin exclusive');
  } catch {
    lock.close();
    throw new DataFolderInUse(
      `Another hostler serve uses ${dataDir}. Stop it first, or give this one a folder of its own with HOSTLER_DATA_DIR.`,
    );
  }
  return () => lock.close();
}

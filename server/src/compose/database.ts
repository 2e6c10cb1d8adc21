import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Database } from '../kernel/db/database.ts';
import type { Logger } from '../kernel/log.ts';
import { isTracing } from '../kernel/trace/trace.ts';
import { TracedDatabase } from '../kernel/trace/traced-database.ts';

/** For a server on SQLite: it leaves the syncing to a thread and must end when that fails. Others sync with each commit. */
export type OnSyncFailure = (error: Error) => void;

/** Of the two, the one that is used is loaded. */
export async function openDatabase(
  config: Config,
  log: Logger,
  onSyncFailure: OnSyncFailure | undefined,
): Promise<Database> {
  const db = await open(config, log, onSyncFailure);
  return isTracing() ? new TracedDatabase(db) : db;
}

async function open(config: Config, log: Logger, onSyncFailure: OnSyncFailure | undefined): Promise<Database> {
  const { limits } = config;
  if (config.databaseUrl) {
    const { PostgresDatabase } = await import('../kernel/db/postgres/postgres.ts');
    return new PostgresDatabase(config.databaseUrl, {
      limits,
      onError: (err) => log.warn({ err }, 'a database connection was lost'),
    });
  }
  const onCheckpointFailure = (err: Error) => log.warn({ err }, 'the write-ahead log could not be shortened');
  const syncing = onSyncFailure && { onSyncFailure, onCheckpointFailure };
  const { SqliteDatabase } = await import('../kernel/db/sqlite/sqlite.ts');
  return new SqliteDatabase(join(config.dataDir, 'hostler.db'), { limits, syncing });
}

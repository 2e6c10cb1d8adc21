import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Pool } from 'pg';
import type { Config } from '../config.ts';
import type { Database } from '../kernel/db/database.ts';
import type { Logger } from '../kernel/log.ts';
import { isTracing } from '../kernel/trace/trace.ts';
import { TracedDatabase } from '../kernel/trace/traced-database.ts';
import { SHOWN_TABLES } from './shown-tables.ts';

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
  if (config.databaseUrl) return openPostgres(config, config.databaseUrl, log);
  const onCheckpointFailure = (err: Error) => log.warn({ err }, 'the write-ahead log could not be shortened');
  const syncing = onSyncFailure && { onSyncFailure, onCheckpointFailure };
  const { SqliteDatabase } = await import('../kernel/db/sqlite/sqlite.ts');
  const file = join(config.dataDir, 'hostler.db');
  makeForOwner(file);
  return new SqliteDatabase(file, { limits, syncing });
}

/**
 * The folder is not there yet where the secret key is given, or may be one that somebody made for others to look into. What
 * SQLite puts beside the file is like it.
 */
function makeForOwner(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    // One that is there is left alone: closing it would take the locks away that this process may have on it.
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

async function openPostgres(config: Config, url: string, log: Logger): Promise<Database> {
  const { limits, databasePrepare: prepare, databaseDirectUrl: directUrl = url } = config;
  const { PostgresDatabase } = await import('../kernel/db/postgres/postgres.ts');
  return new PostgresDatabase(url, {
    limits,
    prepare,
    versioned: SHOWN_TABLES,
    hints: config.valkeyUrl
      ? await openValkeyHints(config, url, config.valkeyUrl)
      : await openListenHints(directUrl, log),
    onError: (err) => log.warn({ err }, 'a database connection was lost'),
  });
}

async function openValkeyHints({ secretKey }: Config, databaseUrl: string, valkeyUrl: string) {
  const { ValkeyHints } = await import('../kernel/db/postgres/valkey-hints.ts');
  return () => new ValkeyHints({ valkeyUrl, databaseUrl, secretKey });
}

async function openListenHints(url: string, log: Logger) {
  const { ListenHints } = await import('../kernel/db/postgres/listen-hints.ts');
  const onPooled = () =>
    log.warn(
      'a pooler stands before the database, so processes look for news instead of being told; HOSTLER_VALKEY_URL or HOSTLER_DATABASE_DIRECT_URL would change that',
    );
  return (pool: Pool) => new ListenHints(pool, url, { onPooled });
}

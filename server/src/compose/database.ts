import { closeSync, mkdirSync, openSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Database, DatabaseOptions } from '@hostler/database';
import type { Pool } from 'pg';
import { auditedCallers } from '#kernel/audit/carry.ts';
import { noteCurrentWork } from '#kernel/current-work.ts';
import { commitGroupSize } from '#kernel/database/metrics.ts';
import { DatabaseTrouble, DatabaseUnavailable } from '#kernel/database/trouble.ts';
import { limitSettings } from '#kernel/limits/limit.ts';
import type { Logger } from '#kernel/log.ts';
import type { Outages } from '#kernel/outages.ts';
import { isTracing } from '#kernel/trace/trace.ts';
import { TracedDatabase } from '#kernel/trace/traced-database.ts';
import { describeDamage, findLoss } from '#program/installation.ts';
import type { Config } from '#settings/config.ts';
import { SHOWN_TABLES } from './shown-tables.ts';

/**
 * Called if the background sync of SQLite to disk fails. The server must then stop. Other processes sync at each commit.
 */
export type OnSyncFailure = (error: Error) => void;

interface Watching {
  onSyncFailure: OnSyncFailure | undefined;
  trouble: DatabaseTrouble;
}

export function watchTrouble({ dataDir, databaseUrl }: Config, log: Logger, outages: Outages): DatabaseTrouble {
  if (databaseUrl) {
    const full = () => 'PostgreSQL has no space left on its disk. Free some space there; Hostler continues by itself.';
    const damaged = () =>
      'PostgreSQL reports damaged data. Look at its log, and restore a copy with: hostler restore-data --from <file> --replace';
    const unreachable = () => 'The database is not reached. Check HOSTLER_DATABASE_URL and that it runs.';
    return new DatabaseTrouble({ log, outages, describe: { full, damaged, unreachable } });
  }
  return new DatabaseTrouble({
    log,
    outages,
    freeBytes: () => freeBytes(dataDir),
    describe: {
      full: () => `There is no space left on the disk of ${dataDir}. Free some space; nothing that was saved is lost.`,
      damaged: () => describeDamage(dataDir),
    },
  });
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Opens the configured database. Only its driver is loaded. */
export async function openDatabase(
  config: Config,
  log: Logger,
  { onSyncFailure, trouble }: Watching,
): Promise<Database> {
  const db = noteWorkAround(await open(config, log, { onSyncFailure, trouble }));
  return isTracing() ? new TracedDatabase(db) : db;
}

async function open(config: Config, log: Logger, { onSyncFailure, trouble }: Watching): Promise<Database> {
  if (config.databaseUrl) return watchCalls(await openPostgres(config, config.databaseUrl, log), trouble);
  const onCheckpointFailure = (err: Error) => log.warn({ err }, 'the write-ahead log could not be shortened');
  const syncing = onSyncFailure && { onSyncFailure, onCheckpointFailure };
  const { SqliteDatabase } = await import('@hostler/database/sqlite');
  const file = join(config.dataDir, 'hostler.db');
  const loss = findLoss(config.dataDir);
  if (loss) throw new DatabaseUnavailable('damaged', describeDamage(config.dataDir, loss));
  makeForOwner(file);
  try {
    if (onSyncFailure) {
      const { checkFile, isCheckedFirst } = await import('@hostler/database/sqlite');
      if (isCheckedFirst(file)) checkFile(file);
    }
    return new SqliteDatabase(file, { ...surround(config), syncing, trouble });
  } catch (error) {
    throw trouble.translate(error);
  }
}

function surround({ limits }: Config): DatabaseOptions {
  return {
    values: limitSettings.as(limits),
    callers: auditedCallers,
    onCommit: (writes) => commitGroupSize.observe(writes),
  };
}

const CONTINUED = ['read', 'readInTurns', 'peek', 'write', 'simulate'] as const;

/** Notes which request or job continues with a result. Cached reads are not worth it: they take microseconds. */
function noteWorkAround(db: Database): Database {
  const noted = <T>(value: T): T => {
    noteCurrentWork();
    return value;
  };
  for (const name of CONTINUED) {
    const run = (db[name] as (...given: unknown[]) => unknown).bind(db);
    const running = (...given: unknown[]) => {
      noteCurrentWork();
      const called = run(...given);
      return called instanceof Promise ? called.then(noted) : called;
    };
    Object.assign(db, { [name]: running });
  }
  return db;
}

const WATCHED = ['read', 'readInTurns', 'peek', 'write', 'simulate', 'cached', 'kept', 'ping'] as const;

/** Reports the result of every call to `trouble`. */
function watchCalls(db: Database, trouble: DatabaseTrouble): Database {
  async function watch(call: Promise<unknown>, isWrite: boolean): Promise<unknown> {
    try {
      const value = await call;
      if (isWrite) trouble.noteWrite();
      trouble.noteAnswer();
      return value;
    } catch (error) {
      throw trouble.translate(error);
    }
  }
  for (const name of WATCHED) {
    const run = (db[name] as (...given: unknown[]) => unknown).bind(db);
    const watched = (...given: unknown[]) => {
      const called = run(...given);
      return called instanceof Promise ? watch(called, name === 'write') : called;
    };
    Object.assign(db, { [name]: watched });
  }
  return db;
}

/**
 * Creates the database file for its owner only. If the secret key is given by a setting, the folder may not exist yet,
 * or may be readable by others. SQLite gives its other files the same permissions.
 */
function makeForOwner(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    // An existing file is not opened, because closing it would release locks that this process may hold on it.
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

async function openPostgres(config: Config, url: string, log: Logger): Promise<Database> {
  const { databasePrepare: prepare, databaseDirectUrl: directUrl = url } = config;
  const { PostgresDatabase } = await import('@hostler/database/postgres');
  return new PostgresDatabase(url, {
    ...surround(config),
    prepare,
    versioned: SHOWN_TABLES,
    hints: config.valkeyUrl
      ? await openValkeyHints(config, url, config.valkeyUrl)
      : await openListenHints(directUrl, log),
    // The pool opens another one. If that fails, the next call fails, and the outage is logged.
    onError: ({ message }) => log.debug({ reason: message }, 'idle database connection lost'),
  });
}

async function openValkeyHints({ secretKey }: Config, databaseUrl: string, valkeyUrl: string) {
  const { ValkeyHints } = await import('@hostler/database/valkey');
  return () => new ValkeyHints({ valkeyUrl, databaseUrl, secretKey });
}

async function openListenHints(url: string, log: Logger) {
  const { ListenHints } = await import('@hostler/database/postgres');
  const onPooled = () =>
    log.warn(
      'a pooler stands before the database, so processes look for news instead of being told; HOSTLER_VALKEY_URL or HOSTLER_DATABASE_DIRECT_URL would change that',
    );
  return (pool: Pool) => new ListenHints(pool, url, { onPooled });
}

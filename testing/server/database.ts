import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyMigrations, type Database, type Migration, type VersionedTables } from '@hostler/database';
import { ListenHints, PostgresDatabase, type PostgresOptions } from '@hostler/database/postgres';
import { SqliteDatabase } from '@hostler/database/sqlite';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';

export const runsOnPostgres = process.env.HOSTLER_TEST_DATABASE === 'postgres';

export interface KernelDatabase {
  readonly db: Database;
  /** SQLite file; undefined on PostgreSQL. */
  readonly file: string | undefined;
  /** URL of the database, bypassing a pooler; empty on SQLite. */
  readonly url: string;
  /** Opens another connection to the same data, like another process of a version that knows these tables. */
  open(versioned?: VersionedTables): Database;
  close(): Promise<void>;
}

/** Opens an empty database, SQLite or PostgreSQL by the run, with the given tables; for tests of the kernel. */
export async function openKernelDatabase(
  migrations: readonly Migration[],
  versioned: VersionedTables = [],
): Promise<KernelDatabase> {
  const { connect, file, url, remove } = await (runsOnPostgres ? preparePostgres() : prepareSqlite());
  const opened: Database[] = [];
  const open = (known = versioned) => {
    const db = connect(known);
    opened.push(db);
    return db;
  };
  const db = open();
  await db.write(() => applyMigrations(migrations, Date.now()));
  return {
    db,
    file,
    url,
    open,
    async close() {
      await Promise.all(opened.map((each) => each.close()));
      await remove();
    },
  };
}

async function prepareSqlite() {
  const folder = await mkdtemp(join(tmpdir(), 'hostler-kernel-'));
  const file = join(folder, 'test.db');
  return {
    file,
    url: '',
    connect: () => new SqliteDatabase(file),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Connects like a Hostler with the settings of the database. */
export function connectTo({ url, directUrl }: TestDatabase, options: Partial<PostgresOptions> = {}): PostgresDatabase {
  return new PostgresDatabase(url, {
    prepare: url === directUrl,
    hints: (pool) => new ListenHints(pool, directUrl),
    onError: () => {},
    ...options,
  });
}

async function preparePostgres() {
  const database = await createTestDatabase({ template: 'empty', migrate: async () => {} });
  const connect = (versioned: VersionedTables) => connectTo(database, { versioned });
  return { file: undefined, url: database.directUrl, connect, remove: database.drop };
}

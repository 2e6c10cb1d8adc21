import { rm, writeFile } from 'node:fs/promises';
import Sqlite from 'better-sqlite3';
import { decodeRow, readCopyLines } from '../copy-text.ts';
import { NotLoaded, readDataFile } from '../data-file.ts';
import { applyMigrations, type Migration } from '../migrate.ts';
import { syncPath } from '../sync-path.ts';
import type { TableSum } from '../table-sums.ts';
import { SqliteDatabase } from './sqlite.ts';
import { describeTables, type FileTable, sumTables } from './tables.ts';

interface LoadFileOptions {
  /** Copy of a PostgreSQL database. */
  readonly from: string;
  /** Migrations that created its tables. */
  readonly steps: readonly Migration[];
  readonly now: number;
}

/** Loads a copy of a PostgreSQL database into a new file, and returns what its tables contain. */
export async function loadFile(file: string, { from, steps, now }: LoadFileOptions): Promise<TableSum[]> {
  await removeFile(file);
  // For its owner only, from the beginning.
  await writeFile(file, '', { mode: 0o600, flag: 'wx' });
  await prepareTables(file, steps, now);
  const db = new Sqlite(file);
  try {
    // The file is complete on its own, and synced once at the end.
    for (const mode of ['journal_mode = delete', 'synchronous = off', 'foreign_keys = off', 'cache_size = -200000']) {
      db.pragma(mode);
    }
    db.exec('begin');
    await fill(db, from);
    db.exec('commit');
    if ((db.pragma('foreign_key_check') as unknown[]).length > 0) {
      throw new NotLoaded('Rows are missing that others refer to. Nothing was changed.');
    }
    return sumTables(db);
  } finally {
    db.close();
    await syncPath(file);
  }
}

/** Removes a file that was loaded in part, with the side files of SQLite. */
export async function removeFile(file: string): Promise<void> {
  for (const end of ['', '-wal', '-shm', '-journal']) await rm(file + end, { force: true });
}

async function prepareTables(file: string, steps: readonly Migration[], now: number): Promise<void> {
  const db = new SqliteDatabase(file);
  try {
    await db.write(() => applyMigrations(steps, now));
  } finally {
    await db.close();
  }
}

async function fill(db: Sqlite.Database, from: string): Promise<void> {
  const tables = new Map(describeTables(db).map((table) => [table.table, table]));
  // Migrations insert a few rows themselves, which the copy contains, too.
  for (const table of tables.keys()) db.exec(`delete from "${table}"`);
  const forget = db.prepare('delete from sqlite_sequence where name = ?');
  const number = db.prepare('insert into sqlite_sequence (name, seq) values (?, ?)');
  await readDataFile(from, {
    async takeRows({ table, columns, last_id }, rows) {
      const described = tables.get(table);
      if (!described) return;
      const insert = prepareInsert(db, described, columns);
      for await (const line of readCopyLines(rows)) insert(line);
      if (last_id === null) return;
      forget.run(table);
      number.run(table, last_id);
    },
  });
}

function prepareInsert(db: Sqlite.Database, { table, columns }: FileTable, given: readonly string[]) {
  const types = given.map((name) => columns.find((column) => column.name === name)?.type);
  const names = given.map((name) => `"${name}"`).join(', ');
  const insert = db.prepare(`insert into "${table}" (${names}) values (${given.map(() => '?').join(', ')})`);
  return (line: string) => insert.run(decodeRow(line).map((value, index) => toValue(value, types[index])));
}

function toValue(value: string | null, type: string | undefined): string | number | bigint | null {
  if (value === null) return null;
  if (type === 'INTEGER') return BigInt(value);
  return type === 'REAL' ? Number(value) : value;
}

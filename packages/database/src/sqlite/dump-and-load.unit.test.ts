import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decodeRow, encodeRow } from '../copy-text.ts';
import { applyMigrations, type Migration } from '../migrate.ts';
import { findDifferences } from '../table-sums.ts';
import { dumpFile } from './dump-file.ts';
import { loadFile } from './load-file.ts';
import { SqliteDatabase } from './sqlite.ts';
import { sumTables } from './tables.ts';

const STEPS: Migration[] = [
  {
    id: 'odd-001',
    script: 'create table odd (id {id}, words text, size double precision, at bigint); create table none (id {id});',
  },
];
const FACTS = { version: '1', made_at: '2026-01-01T00:00:00Z', secret_key_name: 'key' };
const ODD = [
  ['tab\t, line\nand return\r, a \\ and \\N and \\. of its own', 0.1, 9_007_199_254_740_993n],
  ['ünïcödé 🎉 \b\f\v', -1.5e-7, -1n],
  ['', 1e21, null],
  [null, null, 0n],
];

let folder: string;
let file: string;
let part: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostler-dump-'));
  file = join(folder, 'source.db');
  part = join(folder, 'part');
  const db = new SqliteDatabase(file);
  await db.write(() => applyMigrations(STEPS, 1));
  await db.close();
  change((source) => {
    const insert = source.prepare('insert into odd (words, size, at) values (?, ?, ?)');
    for (const row of ODD) insert.run(row);
    source.exec('insert into none default values; delete from none');
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function change(use: (db: Sqlite.Database) => unknown): void {
  const db = new Sqlite(file);
  use(db);
  db.close();
}

it('loads every row that was dumped, whatever its text is, and uses no id again', async () => {
  const source = await dumpFile(file, part, FACTS);
  const target = join(folder, 'target.db');
  expect(await loadFile(target, { from: part, steps: STEPS, now: 2 })).toEqual(source);
  expect(source).toContainEqual({ table: 'odd', rows: 4, sum: expect.stringMatching(/^[0-9a-f]{16}$/) });
  const db = new Sqlite(target);
  expect(db.prepare('select words, size, at from odd order by id').raw().safeIntegers().all()).toEqual(ODD);
  expect(db.prepare('insert into none default values').run().lastInsertRowid).toBe(2);
  db.close();
});

it('names the tables whose rows are not the same', async () => {
  const source = await dumpFile(file, part, FACTS);
  const db = new Sqlite(file);
  db.exec('begin');
  for (const change of ["update odd set words = 'x' where id = 3", 'delete from odd where id = 2']) {
    db.exec(`savepoint one; ${change}`);
    expect(findDifferences(source, sumTables(db))).toEqual(['odd']);
    db.exec('rollback to one');
  }
  // The number and the values of each column stay.
  db.exec('update odd set at = case id when 1 then -1 when 2 then 9007199254740993 else at end');
  expect(findDifferences(source, sumTables(db))).toEqual(['odd']);
  expect(findDifferences(source, source.slice(1))).toEqual([source[0]?.table]);
  db.close();
});

it('refuses a text that PostgreSQL cannot store', async () => {
  change((db) => db.prepare("update odd set words = 'a' || char(0) || 'b' where id = 4").run());
  await expect(dumpFile(file, part, FACTS)).rejects.toThrow('A text in odd.words contains the character NUL');
  change((db) => db.prepare('update odd set words = null where id = 4').run());
});

it('reads the lines that it writes', () => {
  const row = ['\\t\t\\', null, '', '\\N', 'a\nb'];
  expect(encodeRow(row)).toBe('\\\\t\\t\\\\\t\\N\t\t\\\\N\ta\\nb\n');
  expect(decodeRow(encodeRow(row).slice(0, -1))).toEqual(row);
});

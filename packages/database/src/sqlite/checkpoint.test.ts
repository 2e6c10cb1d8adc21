import { closeSync, openSync, readSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runsOnPostgres } from '@hostler/testing/server/database.ts';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Kept } from '../database.ts';
import { applyMigrations } from '../migrate.ts';
import { sql } from '../query.ts';
import { SqliteDatabase } from './sqlite.ts';

const MIGRATION = {
  id: 'checkpoint-001',
  script: `
    create table things (account_id bigint primary key, value bigint not null);
    create table ballast (id bigint primary key, bytes text not null);`,
};
const READ = sql<{ account_id: number }, { value: number }>('select value from things where account_id = :account_id');
const FILL = sql<{ bytes: string }>(
  'insert into ballast (id, bytes) values (1, :bytes) on conflict (id) do update set bytes = excluded.bytes',
);
const BALLAST_BYTES = 256 * 1024;

describe.skipIf(runsOnPostgres)('a checkpoint by the server', () => {
  let folder: string;
  let file: string;
  /** Opened as the server does, with a checkpoint thread. */
  let db: SqliteDatabase;
  /** Opened like another process. */
  let other: Sqlite.Database;
  const failures: Error[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hostler-checkpoint-'));
    file = join(folder, 'test.db');
    const note = (error: Error) => void failures.push(error);
    db = new SqliteDatabase(file, { syncing: { onSyncFailure: note, onCheckpointFailure: note } });
    await db.write(() => applyMigrations([MIGRATION], Date.now()));
    other = new Sqlite(file, { timeout: 10_000 });
    other.pragma('wal_autocheckpoint = 0');
  });
  afterAll(async () => {
    other.close();
    await db.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Changes when the log restarts at the end of a checkpoint. */
  function readLogHeader(): string {
    const log = openSync(`${file}-wal`, 'r');
    const header = Buffer.alloc(32);
    readSync(log, header, 0, header.length, 0);
    closeSync(log);
    return header.toString('hex');
  }

  const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
  let fills = 0;

  /** Never the same content twice: unchanged pages would not be written again. */
  async function fill(): Promise<void> {
    const bytes = String.fromCharCode(97 + (++fills % 26)).repeat(BALLAST_BYTES);
    await db.write(() => FILL.run({ bytes }));
  }

  /** Writes until a checkpoint has ended and the next group is committed. */
  async function fillLog(): Promise<void> {
    for (const before = readLogHeader(); readLogHeader() === before; ) await fill();
    await fill();
    await nextTurn();
  }

  function writeElsewhere(accountId: number, value: number): void {
    other
      .prepare('insert into things values (?, ?) on conflict (account_id) do update set value = excluded.value')
      .run(accountId, value);
  }

  function read(accountId: number): Kept<string> {
    return db.kept(`page ${accountId}`, function* () {
      return String((yield* READ.one({ account_id: accountId }))?.value ?? 0);
    });
  }

  async function keep(accountId: number): Promise<Kept<string>> {
    await nextTurn();
    read(accountId);
    return read(accountId);
  }

  it('keeps cached results valid', async () => {
    writeElsewhere(1, 7);
    const kept = await keep(1);
    await fillLog();
    expect(read(1)).toBe(kept);
    expect(kept.value).toBe('7');
    expect(failures).toEqual([]);
  });

  it.each(['before', 'after'] as const)(
    'does not hide a concurrent write of another process, %s the writes of others were recorded',
    async (moment) => {
      writeElsewhere(2, 1);
      const kept = await keep(2);
      let times = 0;
      const write = () => {
        times++;
        writeElsewhere(2, 2);
      };
      db.beginUncertainty = () => {
        if (moment === 'before') write();
        SqliteDatabase.prototype.beginUncertainty.call(db);
        if (moment === 'after') write();
      };
      await fillLog();
      expect(times).toBeGreaterThan(0);
      const found = read(2);
      expect(found.value).toBe('2');
      expect(found.version).not.toBe(kept.version);
    },
  );

  it('gives every read a version of its own while the origin of writes is unknown', async () => {
    writeElsewhere(3, 1);
    const kept = await keep(3);
    SqliteDatabase.prototype.beginUncertainty.call(db);
    expect(read(3)).toBe(kept);
    await nextTurn();
    writeElsewhere(3, 2);
    const isUncertain = read(3);
    expect(isUncertain.value).toBe('2');
    expect(isUncertain.version).not.toBe(kept.version);
    db.endUncertainty(false);
    const found = read(3);
    expect(found.value).toBe('2');
    expect(found.version).not.toBe(kept.version);
  });
});

import { connectTo, runsOnPostgres } from '@hostler/testing/server/database.ts';
import { createTestDatabase, type TestDatabase } from '@hostler/testing/test-database.ts';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyMigrations, findMissing, type Migration, MigrationStopped } from '../migrate.ts';
import { migrateInSteps, type StepsOptions } from './migrate-in-steps.ts';
import type { PostgresDatabase } from './postgres.ts';

const FIRST: Migration = { id: 'a-001', script: 'create table first (id {id}, name text not null);' };
const WIDER: Migration = { id: 'a-002', script: 'alter table first add column age bigint;' };
const INDEXED: Migration = {
  id: 'a-003',
  script: `
    create index first_by_name on first (name);
    create table second (id {id});
    create index second_by_id on second (id);`,
};
const UNIQUE: Migration = { id: 'a-004', script: 'create unique index first_names on first (name);' };

let database: TestDatabase;
let db: PostgresDatabase;
let other: Client;
/** A session sees one snapshot of the activity during a transaction, so `other` cannot be used to watch. */
let watcher: Client;
let told: string[];
const opened: PostgresDatabase[] = [];

const open = () => {
  const made = connectTo(database);
  opened.push(made);
  return made;
};

function migrate(migrations: Migration[], options: Partial<StepsOptions> = {}, on = db): Promise<string[]> {
  const tell = (sentence: string) => void told.push(sentence);
  return migrateInSteps(on, migrations, {
    url: database.directUrl,
    now: 7,
    tell,
    *check() {},
    lockTimeoutMs: 50,
    ...options,
  });
}

const indexes = async () =>
  (
    await other.query(`select relname as name, indisvalid as valid from pg_index join pg_class on oid = indexrelid
      where indrelid = 'first'::regclass and not indisprimary order by relname`)
  ).rows;

/** Waits until a session with this name waits for a lock, and returns its pid. */
async function untilHeldUp(name: string): Promise<number> {
  for (;;) {
    const { rows } = await watcher.query(
      `select pid from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock'`,
      [name],
    );
    if (rows[0]) return rows[0].pid;
  }
}

describe.skipIf(!runsOnPostgres)('a database in use', () => {
  beforeEach(async () => {
    told = [];
    database = await createTestDatabase({ template: 'empty', migrate: async () => {} });
    db = open();
    await db.write(() => applyMigrations([FIRST], 1));
    other = new Client({ connectionString: database.directUrl, application_name: 'somebody' });
    watcher = new Client({ connectionString: database.directUrl });
    await Promise.all([other.connect(), watcher.connect()]);
  });

  afterEach(async () => {
    await Promise.all([other.end(), watcher.end()]);
    await Promise.all(opened.splice(0).map((each) => each.close()));
    await database.drop();
  });

  it('is migrated step by step, each once, by any number of processes', async () => {
    const steps = [FIRST, WIDER, INDEXED, UNIQUE];
    await other.query('begin; lock table first');
    const migrated = Promise.all([db, open(), open()].map((on) => migrate(steps, {}, on)));
    // The first process cannot finish before another one has started.
    await untilHeldUp('hostler script');
    await expect.poll(() => told.join()).toContain('Another process migrates the database just now');
    await other.query('commit');
    expect((await migrated).flat()).toEqual(['a-002', 'a-003', 'a-004']);
    expect(await db.read(findMissing(steps))).toEqual([]);
    expect(told).toContain('Another process migrates the database just now; this one waits until it is done.');
    expect(await indexes()).toEqual([
      { name: 'first_by_name', valid: true },
      { name: 'first_names', valid: true },
    ]);
  });

  it('is never blocked longer than the lock timeout of a step', async () => {
    await other.query(`begin; insert into first (name) values ('x')`);
    const migrated = migrate([FIRST, WIDER], { lockTimeoutMs: 1_000 });
    await untilHeldUp('hostler script');
    // Queues behind the waiting step, and runs while `other` still holds the table.
    const behind = new Client({ connectionString: database.directUrl });
    await behind.connect();
    await behind.query(`insert into first (name) values ('y')`);
    await behind.end();
    await expect.poll(() => told.join()).toMatch(/a-002 waits for somebody of \S+ \(pid \d+, at it for/);
    await other.query('commit');
    expect(await migrated).toEqual(['a-002']);
  });

  it('keeps the earlier steps if a step does not get its lock', async () => {
    await other.query('create table third (id bigint)');
    await other.query('begin; lock table third');
    const steps = [FIRST, WIDER, { id: 'a-009', script: 'alter table third add column name text;' }];
    const refused = await migrate(steps, { patienceMs: 1 }).catch((error: Error) => error);
    expect(refused).toBeInstanceOf(MigrationStopped);
    expect((refused as Error).message).toMatch(/^a-009 did not get the lock it needs .* run: hostler migrate$/);
    await other.query('rollback');
    expect(await migrate(steps)).toEqual(['a-009']);
  });

  it('accepts writes while an index is built', async () => {
    await other.query(`begin; insert into first (name) values ('x')`);
    const migrated = migrate([FIRST, UNIQUE]);
    await untilHeldUp('hostler migrate');
    const behind = new Client({ connectionString: database.directUrl });
    await behind.connect();
    await behind.query(`insert into first (name) values ('y')`);
    await behind.end();
    await expect.poll(() => told.join()).toMatch(/first_names is being built: waiting for .* until somebody/);
    await other.query('commit');
    await migrated;
    expect(await indexes()).toEqual([{ name: 'first_names', valid: true }]);
  });

  it('is completed by the next attempt if a build was interrupted', async () => {
    await other.query(`begin; insert into first (name) values ('x')`);
    const broken = migrate([FIRST, INDEXED]).catch((error: Error) => error);
    const builder = await untilHeldUp('hostler migrate');
    await watcher.query('select pg_terminate_backend($1)', [builder]);
    expect(await broken).toBeInstanceOf(Error);
    await other.query('commit');
    expect(await indexes()).toEqual([{ name: 'first_by_name', valid: false }]);
    expect(await db.read(findMissing([FIRST, INDEXED]))).toEqual([INDEXED]);
    expect(await migrate([FIRST, INDEXED])).toEqual(['a-003']);
    expect(await indexes()).toEqual([{ name: 'first_by_name', valid: true }]);
  });

  it('stays writable without a unique index that its rows violate', async () => {
    await other.query(`insert into first (name) values ('x'), ('x')`);
    await expect(migrate([FIRST, UNIQUE])).rejects.toThrow(/could not create unique index "first_names"/);
    expect(await indexes()).toEqual([]);
    await other.query(`insert into first (name) values ('x')`);
    await other.query('delete from first');
    expect(await migrate([FIRST, UNIQUE])).toEqual(['a-004']);
  });

  it('is not changed by an installation it does not belong to', async () => {
    const refuse = {
      // biome-ignore lint/correctness/useYield: it only throws.
      *check(): Generator<never, void> {
        throw new Error('not yours');
      },
    };
    await expect(migrate([FIRST, WIDER], refuse)).rejects.toThrow('not yours');
    expect(await db.read(findMissing([FIRST, WIDER]))).toEqual([WIDER]);
  });
});

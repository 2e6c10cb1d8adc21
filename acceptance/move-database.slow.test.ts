import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@hostler/testing/test-database.ts';
import { until } from '@hostler/testing/until.ts';
import Sqlite from 'better-sqlite3';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Finished, runHostler, type Settings, startHostler } from './hostler-process.ts';
import { runsOnPostgres, sharedFolder } from './seed.ts';
import { serve } from './server.ts';

/** Tables that each database fills for itself. */
const OWN = ['foreign_writes', 'pending_indexes', 'search_marks', 'signals', 'versions'];

/** Every row of every table, with all values as text. */
type Rows = Readonly<Record<string, readonly string[]>>;

interface Moved {
  readonly rows: number;
  readonly tables: readonly { readonly table: string; readonly rows: number; readonly sum: string }[];
}

const toText = (row: object) =>
  JSON.stringify(
    Object.entries(row)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, value]) => [name, value === null ? null : String(value)]),
  );

function readFileRows(file: string): Rows {
  const db = new Sqlite(file, { readonly: true });
  try {
    const tables = db.prepare(
      `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite%'`,
    );
    const names = (tables.pluck().all() as string[]).filter((name) => !OWN.includes(name));
    const rows = (name: string) => db.prepare(`select * from "${name}"`).safeIntegers().all() as object[];
    return Object.fromEntries(names.sort().map((name) => [name, rows(name).map(toText).sort()]));
  } finally {
    db.close();
  }
}

async function withClient<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

function readServerRows(url: string): Promise<Rows> {
  return withClient(url, async (client) => {
    const all: Record<string, readonly string[]> = {};
    for (const name of (await listTables(client)).filter((table) => !OWN.includes(table))) {
      const { rows } = await client.query<object>(`select * from "${name}"`);
      all[name] = rows.map(toText).sort();
    }
    return all;
  });
}

async function listTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ tablename: string }>(
    "select tablename from pg_tables where schemaname = 'public' order by 1",
  );
  return rows.map(({ tablename }) => tablename);
}

function readMovedSettings(text: string): Settings {
  return Object.fromEntries(
    [...text.matchAll(/^(\w+)='?(.*?)'?$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

const hashFile = async (file: string) =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex');

function expectSentence({ code, stderr }: Finished, sentence: RegExp): void {
  expect([code, stderr]).toEqual([1, expect.stringMatching(sentence)]);
  expect(stderr.trim().split('\n')).toHaveLength(1);
}

describe.runIf(runsOnPostgres)('the demo, moved from SQLite to PostgreSQL and back', () => {
  let folder: string;
  let dataDir: string;
  let file: string;
  let onFile: Settings;
  let onServer: Settings;
  let target: TestDatabase;
  let source: Rows;
  let key: string;

  const move = (settings: Settings, to: string, ...more: string[]) =>
    runHostler(['database', 'move', '--to', to, ...more], settings);

  beforeAll(async () => {
    folder = await mkdtemp(join(sharedFolder(), 'move-'));
    dataDir = join(folder, 'data');
    file = join(dataDir, 'hostler.db');
    onFile = { HOSTLER_DATA_DIR: dataDir, HOSTLER_PORT: '0', HOSTLER_DEMO: '1', HOSTLER_LOG_LEVEL: 'info' };
    target = await createTestDatabase({ template: 'empty', migrate: async () => {} });
    const { process: running } = await serve(onFile);
    await until(() => !existsSync(join(dataDir, 'demo-unfinished')), { everyMs: 300 });
    expectSentence(await move(onFile, target.directUrl), /Another hostler serve uses/);
    running.kill('SIGTERM');
    await running.exited;
    key = (await readFile(join(dataDir, 'secret.key'), 'utf8')).trim();
    source = readFileRows(file);
    expect(source.invoices?.length).toBeGreaterThan(0);
  }, 240_000);
  afterAll(async () => {
    await target?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs a move that waits in its middle, and kills it. */
  async function killAtTheTarget(): Promise<void> {
    await withClient(target.directUrl, async (other) => {
      // The move cannot create a table of this name before this transaction ends.
      await other.query('begin; create table tickets (id bigint)');
      const running = startHostler(['database', 'move', '--to', target.directUrl], onFile);
      const isWaiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await until(async () => withClient(target.directUrl, async (client) => (await client.query(isWaiting)).rowCount));
      running.kill('SIGKILL');
      expect(await running.exited).toMatchObject({ signal: 'SIGKILL' });
      await other.query('rollback');
    });
  }

  test('a move that is killed leaves the source as it is and the target empty', async () => {
    const before = await hashFile(file);
    await killAtTheTarget();
    await until(() => withClient(target.directUrl, async (client) => (await listTables(client)).length === 0));
    expect(await hashFile(file)).toBe(before);
    expect(readFileRows(file)).toEqual(source);
    expect(existsSync(join(dataDir, 'moved.env'))).toBe(false);
  });

  test.each([
    ['sqlite', /is in SQLite already/],
    ['mysql://root@127.0.0.1/hostler', /--to must be postgres:/],
    ['postgres://hostler:wrong@127.0.0.1:1/hostler', /The database is not reached/],
  ])('a move to %s is refused with a sentence', async (to, sentence) => {
    expectSentence(await move(onFile, to), sentence);
  });

  test('a target that is not empty is refused, and keeps what it has', async () => {
    await withClient(target.directUrl, (client) => client.query('create table mine (id bigint)'));
    expectSentence(await move(onFile, target.directUrl), /has 1 tables already\. .* empty database/);
    await withClient(target.directUrl, async (client) => {
      expect(await listTables(client)).toEqual(['mine']);
      await client.query('drop table mine');
    });
  });

  test('every row is moved there and back, the source stays, and the key moves', async () => {
    await moveToServer();
    await refuseToMoveBack();
    await moveBack();
  });

  async function moveToServer(): Promise<void> {
    const { code, stdout, stderr } = await move(onFile, target.directUrl, '--json');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).not.toContain(key);
    const moved = JSON.parse(stdout) as Moved;
    expect(await readServerRows(target.directUrl)).toEqual(source);
    expect(readFileRows(file)).toEqual(source);
    const counted = Object.fromEntries(moved.tables.map(({ table, rows }) => [table, rows]));
    expect(counted).toEqual(Object.fromEntries(Object.entries(source).map(([table, rows]) => [table, rows.length])));
    expect((await readdir(dataDir)).filter((name) => name.includes('.part'))).toEqual([]);
    const settings = readMovedSettings(await readFile(join(dataDir, 'moved.env'), 'utf8'));
    expect(settings).toEqual({ HOSTLER_DATABASE_URL: target.directUrl, HOSTLER_SECRET_KEY: key });
    onServer = { ...onFile, ...settings };
    const accounts = await runHostler(['account', 'list', '--json'], onServer);
    expect(JSON.parse(accounts.stdout)).toHaveLength(source.accounts?.length ?? 0);
    const created = ['account', 'create', '--name', 'New', '--email', 'new@example.com', '--json'];
    const { stdout: account } = await runHostler(created, onServer);
    const ids = (source.accounts ?? []).map((row) => Number(/\["id","(\d+)"\]/.exec(row)?.[1]));
    expect((JSON.parse(account) as { id: number }).id).toBeGreaterThan(Math.max(...ids));
  }

  async function refuseToMoveBack(): Promise<void> {
    expectSentence(await move(onServer, 'sqlite'), /There is a database in .* already/);
    await rename(file, `${file}.old`);
    const { process: running } = await serve(onServer);
    expectSentence(await move(onServer, 'sqlite'), /There are connections of Hostler|Another hostler serve uses/);
    running.kill('SIGTERM');
    await running.exited;
  }

  async function moveBack(): Promise<void> {
    const rows = await readServerRows(target.directUrl);
    // The folder of another machine, without the key.
    const other = join(folder, 'other');
    await mkdir(other);
    const settings = { ...onServer, HOSTLER_DATA_DIR: other };
    const running = startHostler(['database', 'move', '--to', 'sqlite'], settings);
    await until(() => existsSync(join(other, 'hostler.db.moving')), { everyMs: 1 });
    running.kill('SIGKILL');
    expect(await running.exited).toMatchObject({ signal: 'SIGKILL' });
    expect(existsSync(join(other, 'hostler.db'))).toBe(false);
    expect(await readServerRows(target.directUrl)).toEqual(rows);
    const { code, stderr } = await move(settings, 'sqlite');
    expect([code, stderr]).toEqual([0, '']);
    expect(readFileRows(join(other, 'hostler.db'))).toEqual(rows);
    expect(await readServerRows(target.directUrl)).toEqual(rows);
    const left = (await readdir(other)).filter((name) => /moving|part/.test(name));
    expect(left).toEqual([]);
    expect((await readFile(join(other, 'secret.key'), 'utf8')).trim()).toBe(key);
    const back = readMovedSettings(await readFile(join(other, 'moved.env'), 'utf8'));
    expect(back).toEqual({ HOSTLER_DATABASE_URL: '', HOSTLER_DATABASE_DIRECT_URL: '' });
    const { url, process: serving } = await serve({ ...onFile, HOSTLER_DATA_DIR: other });
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    serving.kill('SIGTERM');
    await serving.exited;
  }
});

import { readdirSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type Database, runScript, sql } from '@hostler/database';
import { runsOnPostgres } from '@hostler/testing/server/database.ts';
import { actDirectly } from '@hostler/testing/server/operator.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { createTestDatabase } from '@hostler/testing/test-database.ts';
import { until } from '@hostler/testing/until.ts';
import Sqlite from 'better-sqlite3';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compose } from '#compose/compose.ts';
import { Vault } from '#kernel/crypto.ts';
import { HOUR, systemClock } from '#kernel/time.ts';
import { migrate } from '#program/prepare.ts';
import { serve } from '#program/serve.ts';
import { serverCommands } from '#program/server-commands.ts';
import type { Config } from '#settings/config.ts';
import { checkCopies } from './backup-data.ts';
import { restoreDataCommand } from './restore-data.ts';
import { checkSecretKeyCopy, describeKeyPlace } from './secret-key.ts';

const TABLES = sql<object, { name: string }>(
  runsOnPostgres
    ? `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'foreign_writes' order by 1`
    : `select name from sqlite_master where type = 'table' order by 1`,
);
const TICKETS = sql<object, { id: number; messages: number; events: number }>(
  `select id, (select count(*) from ticket_messages where ticket_id = tickets.id) as messages,
     (select count(*) from events where type = 'ticket.created' and data like '{"id":' || tickets.id || ',%') as events
   from tickets order by id`,
);
const TOTAL = sql<object, { total: number }>(
  `select coalesce(sum(count), 0) as total from totals where list = 'tickets'`,
);

const USERS = sql<object, { id: number }>('select id from users');

let server: TestServer;
let folder: string;
let copy: string;
/** Installation the copy was restored to. */
let restored: Config;
/** Tickets whose creation was answered before the copy began. */
let before: number[];
const cleanUp: (() => Promise<unknown>)[] = [];

const run = async (hostler: TestServer['hostler'], name: string, values: object) =>
  (await serverCommands(hostler)
    .find((command) => command.name === name)
    ?.run({ ...values })) as Record<string, unknown>;

const restore = async (config: Config, values: { from: string; replace?: boolean }) =>
  (await restoreDataCommand(
    () => config,
    async () => server.hostler.migrations,
  ).run({
    replace: false,
    ...values,
  })) as Record<string, unknown>;

/** Returns another installation with the same secret key and an empty database. */
async function prepareTarget(): Promise<Config> {
  const dataDir = await mkdtemp(join(folder, 'target-'));
  if (!runsOnPostgres) return { ...server.hostler.config, dataDir };
  // Bypasses a pooler, which keeps connections open.
  const { directUrl: url, drop } = await createTestDatabase({ template: 'empty', migrate: async () => {} });
  cleanUp.push(drop);
  return { ...server.hostler.config, dataDir, databaseUrl: url, databaseDirectUrl: undefined };
}

async function withInstallation<T>(
  config: Config,
  use: (installation: TestServer['hostler']) => Promise<T>,
): Promise<T> {
  const installation = await compose({ config, clock: systemClock, log: pino({ level: 'silent' }) });
  try {
    return await use(installation);
  } finally {
    await installation.db.close();
  }
}

/** Returns every row of every table, except what triggers record of the copy itself. */
async function readAll(db: Database): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {};
  for (const { name } of await db.read(TABLES.all({}))) {
    const rows = await db.read(sql<object, object>(`select * from ${name}`).all({}));
    all[name] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return all;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostler-copies-'));
  copy = join(folder, 'under-load');
  server = await startTestServer();
  const account = await server.createAccount();
  const written: number[] = [];
  let loading = true;
  const write = async () => {
    while (loading) {
      const body = { subject: 'Under load', message: 'A tab\t, a line\nand a \\. of its own: ünïcode' };
      const { status, body: answer } = await server.post('/tickets', account.live, body);
      expect(status).toBe(201);
      written.push(answer.data.id);
    }
  };
  const load = Promise.all([write(), write(), write()]);
  await until(async () => written.length > 30);
  before = [...written];
  await run(server.hostler, 'backup-data', { to: copy });
  const during = written.length;
  loading = false;
  await load;
  expect(during).toBeGreaterThan(before.length);
  restored = await prepareTarget();
  await restore(restored, { from: copy });
});

afterAll(async () => {
  await server.stop();
  for (const each of cleanUp) await each();
  await rm(folder, { recursive: true, force: true });
});

describe('a copy under load', () => {
  it('is one snapshot, with every write that was answered before it', async () => {
    await withInstallation(restored, async ({ db }) => {
      const tickets = await db.read(TICKETS.all({}));
      expect(tickets.map(({ id }) => id)).toEqual(expect.arrayContaining(before));
      expect(tickets.filter(({ messages, events }) => messages !== 1 || events !== 1)).toEqual([]);
      expect(await db.read(TOTAL.one({}))).toEqual({ total: tickets.length });
    });
  });

  it('is readable only by its owner, even while it is written', async () => {
    const other = join(folder, 'other');
    let isBeingWritten = true;
    const written = run(server.hostler, 'backup-data', { to: other }).finally(() => {
      isBeingWritten = false;
    });
    const modes = new Set<number>();
    // In every event loop iteration, synchronously: an awaited check would find it complete.
    while (isBeingWritten) {
      const part = readdirSync(folder).find((name) => name.startsWith('other.') && name.endsWith('.part'));
      const found = part && statSync(join(folder, part), { throwIfNoEntry: false });
      if (found) modes.add(found.mode & 0o777);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await written;
    expect([...modes]).toEqual([0o600]);
  });

  it('is readable only by its owner, and leaves nothing else behind', async () => {
    expect((await stat(copy)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).filter((name) => name.includes('.part'))).toEqual([]);
    await expect(run(server.hostler, 'backup-data', { to: copy })).rejects.toThrow(/exists already/);
  });

  it('removes old temporary files of a killed copy, and nothing else', async () => {
    const place = join(folder, 'nightly');
    await mkdir(place);
    const long = [
      'data-1.hostler-aB3dE6gH.part',
      'data-1.hostler-aB3dE6gH.part-journal',
      'film.aB3dE6gH.part',
      'data-0',
    ];
    for (const name of [...long, 'data-2.hostler-aB3dE6gI.part']) await writeFile(join(place, name), 'part');
    const before = new Date(Date.now() - 13 * HOUR);
    for (const name of long) await utimes(join(place, name), before, before);
    await run(server.hostler, 'backup-data', { to: join(place, 'data-3') });
    const left = ['data-0', 'data-2.hostler-aB3dE6gI.part', 'data-3', 'film.aB3dE6gH.part'];
    expect((await readdir(place)).sort()).toEqual(left);
  });

  it('is complete, even if two copies are made under one name at once', async () => {
    const twice = join(folder, 'twice');
    const made = await Promise.allSettled([1, 2].map(() => run(server.hostler, 'backup-data', { to: twice })));
    const refused = made.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toEqual([expect.objectContaining({ message: expect.stringMatching(/exists already/) })]);
    await restore(await prepareTarget(), { from: twice });
    expect((await readdir(folder)).filter((name) => name.includes('.part'))).toEqual([]);
  });
});

it.skipIf(runsOnPostgres)(
  'the database is readable only by its owner, new or restored from a copy that others can read',
  async () => {
    const modeOf = async (dataDir: string) => (await stat(join(dataDir, 'hostler.db'))).mode & 0o777;
    expect(await modeOf(server.dataDir)).toBe(0o600);
    const open = join(folder, 'open');
    await run(server.hostler, 'backup-data', { to: open });
    await chmod(open, 0o644);
    const target = await prepareTarget();
    await restore(target, { from: open });
    expect(await modeOf(target.dataDir)).toBe(0o600);
  },
);

it.skipIf(runsOnPostgres)('the data folder is created if there is none, even with a given secret key', async () => {
  const dataDir = join(folder, 'not', 'yet');
  await withInstallation({ ...server.hostler.config, dataDir }, async (installation) => {
    expect(await migrate(installation)).not.toEqual([]);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  });
});

it('every table is identical after a restore, and no id is reused', async () => {
  const target = await prepareTarget();
  const quiet = join(folder, 'quiet');
  const tables = await withInstallation(restored, async (installation) => {
    await installation.db.write(() =>
      runScript(`insert into users (email, created_at) values ('gone@example.com', 1); delete from users;`),
    );
    await run(installation, 'backup-data', { to: quiet });
    return readAll(installation.db);
  });
  expect(Object.keys(tables).length).toBeGreaterThan(80);
  expect(tables.tickets?.length).toBeGreaterThan(30);
  await restore(target, { from: quiet });
  await withInstallation(target, async (installation) => {
    expect(await readAll(installation.db)).toEqual(tables);
    expect(await migrate(installation)).toEqual([]);
    await installation.db.write(() =>
      runScript(`insert into users (email, created_at) values ('next@example.com', 1);`),
    );
    expect(await installation.db.read(USERS.all({}))).toEqual([{ id: 2 }]);
  });
});

describe('with existing data', () => {
  it('a restore refuses, or keeps it under another name', async () => {
    await withInstallation(restored, (installation) =>
      actDirectly(installation).accounts.create({ name: 'Old', email: 'old@example.com' }),
    );
    await expect(restore(restored, { from: copy })).rejects.toThrow(/already\. With --replace/);
    const { kept } = await restore(restored, { from: copy, replace: true });
    expect(await readAccounts(restored)).toEqual(['Customer 1']);
    expect(await readAccounts(restored, String(kept))).toEqual(['Customer 1', 'Old']);
  });

  it('a restore refuses while a server or worker uses it', async () => {
    const installation = await compose({
      config: { ...restored, port: 0 },
      clock: systemClock,
      log: pino({ level: 'silent' }),
    });
    const running = await serve(installation);
    try {
      const refused = restore(restored, { from: copy, replace: true });
      await expect(refused).rejects.toThrow(/There are connections of Hostler|Another hostler serve uses/);
    } finally {
      await running.stop();
    }
  });
});

/** Reads accounts of the current or the kept database. */
async function readAccounts({ databaseUrl, dataDir }: Config, kept?: string): Promise<unknown[]> {
  if (!databaseUrl) {
    const db = new Sqlite(kept ?? join(dataDir, 'hostler.db'));
    const names = db.prepare('select name from accounts order by id').pluck().all();
    db.close();
    return names;
  }
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    `select name from ${kept?.replace('schema ', '') ?? 'public'}.accounts order by id`,
  );
  await client.end();
  return rows.map(({ name }) => name);
}

describe('a refused restore changes nothing, with', () => {
  const refusals = async (file: string, sentence: RegExp, change: Partial<Config> = {}) => {
    const target = { ...(await prepareTarget()), ...change };
    await expect(restore(target, { from: file })).rejects.toThrow(sentence);
    const names = (await readdir(target.dataDir)).filter((name) => !name.endsWith('.lock'));
    expect(names).toEqual([]);
    if (runsOnPostgres)
      await withInstallation(target, async ({ db }) => expect(await db.read(TABLES.all({}))).toEqual([]));
  };

  it('an incomplete or changed copy', async () => {
    const bytes = await readFile(copy);
    const cut = join(folder, 'cut');
    await writeFile(cut, bytes.subarray(0, Math.floor(bytes.length / 2)));
    await refusals(cut, /not a whole copy|is damaged/);
    const changed = join(folder, 'changed');
    const text = runsOnPostgres ? gunzipSync(bytes) : bytes;
    const at = text.indexOf('Under load');
    text.write('Over', at);
    await writeFile(changed, runsOnPostgres ? gzipSync(text) : bytes.fill(0xff, 4096, 8192));
    await refusals(changed, /was changed since|is damaged|not a whole copy/);
  });

  it('a file that is not a copy of this kind of database', async () => {
    const other = join(folder, 'other');
    await writeFile(other, 'hello');
    await refusals(other, /is not a copy made by backup-data/);
    await refusals(join(folder, 'nowhere'), /There is no file/);
    await writeFile(other, runsOnPostgres ? 'SQLite format 3\0…' : gzipSync('{"hostler":"data"}'));
    await refusals(other, /is a copy of (an embedded|a PostgreSQL) database/);
  });

  it('a copy of an installation with another secret key', async () => {
    await refusals(copy, /made with another secret key/, { secretKey: 'x'.repeat(64) });
  });

  it('a copy of a newer version', async () => {
    const newer = join(folder, 'newer');
    await withInstallation(await prepareTarget(), async (installation) => {
      const future = { id: 'future-001', script: 'create table future (id {id});', breaks: true as const };
      await migrate({ ...installation, migrations: [future] });
      await run(installation, 'backup-data', { to: newer });
    });
    await refusals(newer, /made by a newer version.*future-001/);
  });
});

it('doctor reports the last copy, and whether it is too old', async () => {
  const read = async () => {
    const parts = (await run(server.hostler, 'doctor', {})) as unknown as {
      part: string;
      state: string;
      detail: string;
    }[];
    return parts.find(({ part }) => part === 'copy of the data');
  };
  // On a busy machine some parts may not answer in time, which doctor reports.
  await run(server.hostler, 'data-copies confirm', { place: 'backup.example.com' });
  await expect.poll(read).toMatchObject({
    state: 'ok',
    detail: expect.stringMatching(/^The last copy was made and read back on 2/),
  });
  server.clock.advance(8 * 24 * 3_600_000);
  await expect.poll(read).toMatchObject({ state: 'attention' });
  await withInstallation(restored, async (installation) => {
    expect(await checkCopies(installation).check(1_000)).toMatchObject({
      detail: expect.stringMatching(/was made and read back on 2/),
    });
  });
  await withInstallation(await prepareTarget(), async (installation) => {
    await migrate({ ...installation, migrations: [] });
    expect(await checkCopies(installation).check(1_000)).toMatchObject({
      advice: expect.stringMatching(/every night/),
    });
  });
});

it('doctor warns until staff have confirmed where the secret key is kept, and again for another key', async () => {
  await withInstallation(await prepareTarget(), async (installation) => {
    await migrate({ ...installation, migrations: [] });
    const { config } = installation;
    const check = (changed: Partial<TestServer['hostler']> = {}) =>
      checkSecretKeyCopy({ ...installation, ...changed }).check(1_000);
    expect(await check()).toMatchObject({ advice: expect.stringContaining(describeKeyPlace(config)) });
    const leaked = run(installation, 'secret-key confirm', { place: `it is ${config.secretKey}` });
    await expect(leaked).rejects.toThrow('must not contain the key');
    await run(installation, 'secret-key confirm', { place: 'safe in the office' });
    expect(await check()).toMatchObject({ advice: null, detail: expect.stringContaining('safe in the office') });
    const kept = join(folder, 'kept');
    await run(installation, 'backup-data', { to: kept });
    const elsewhere = { ...(await prepareTarget()), secretKey: 'x'.repeat(64) };
    await expect(restore(elsewhere, { from: kept })).rejects.toThrow('That key is kept at: safe in the office.');
    expect(await check({ vault: new Vault('x'.repeat(64)) })).toMatchObject({ advice: expect.any(String) });
  });
});

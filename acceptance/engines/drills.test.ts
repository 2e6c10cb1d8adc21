import { createHash, randomBytes, randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { createConnection } from 'mysql2/promise';
import { Client as PostgresClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEngine, type TestEngine } from '../../testing/engines/incus.ts';
import { eventually } from '../../testing/until.ts';
import { Client } from '../client.ts';
import { openWorld, type World } from '../world.ts';

const VARIABLES = ['LXD', 'POSTGRES', 'MARIADB'];
const missing = VARIABLES.find((name) => !process.env[`HOSTLER_TEST_${name}_URL`]);
const given = (name: string) => process.env[`HOSTLER_TEST_${name}_URL`] ?? '';

describe.skipIf(missing)(`a drill on real engines${missing ? ` [${missing} is not started in this run]` : ''}`, () => {
  /** Copies are named after their backup. Other tests use the same servers, so the ids are random. */
  const firstId = randomInt(1_000_000, 1_000_000_000);
  let world: World;
  let engine: TestEngine;
  let hosting: number;
  let creation: number;

  beforeAll(async () => {
    engine = openEngine(given('LXD'), `drill-${randomBytes(4).toString('hex')}`);
    world = await openWorld({
      errorsExpected: true,
      settings: {
        HOSTLER_VPS_ENGINE: 'incus',
        HOSTLER_INCUS_URL: given('LXD'),
        HOSTLER_INCUS_PROJECT: engine.project,
        HOSTLER_POSTGRES_ADMIN_URL: given('POSTGRES'),
        HOSTLER_MARIADB_ADMIN_URL: given('MARIADB'),
      },
    });
    changeRecords("insert into sqlite_sequence (name, seq) values ('backups', ?)", firstId - 1);
    // The machine boots while the databases are tested.
    const order = ['--account', world.alpha.id, '--hostname', 'web.test', '--image', 'busybox'];
    const created = await world.server.command<{ id: number; action_id: number }>('hosting', 'create', ...order);
    [hosting, creation] = [created.id, created.action_id];
  });
  afterAll(async () => {
    await world.close();
    await engine.removeProject();
  });

  const key = () => world.alpha.live;
  const show = async (id: number) => (await world.client.get(`/backups/show?id=${id}`, key())).body.data;
  const fileOf = (id: number) => join(world.server.dataDir, 'backups', `account-${world.alpha.id}`, `backup-${id}`);

  /** Sends a request and returns its action once it has ended, with the id of the backup. */
  async function follow(path: '/backups' | '/backups/verify', body: object) {
    const { status, body: answer } = await world.client.post(path, key(), body);
    expect([path, status]).toEqual([path, 202]);
    const { id, action_id } = answer.data;
    return { id, status: (await world.client.endOf(action_id, key())).status };
  }

  async function backUp(what: object): Promise<number> {
    const { id, status } = await follow('/backups', what);
    expect(status).toBe('succeeded');
    expect(id).toBeGreaterThanOrEqual(firstId);
    return id;
  }

  async function createDatabase(engineName: string): Promise<number> {
    const name = `d${randomBytes(4).toString('hex')}`;
    const { body } = await world.client.post('/databases', key(), { name, engine: engineName });
    await world.client.until(`/databases?search=${name}`, key(), ([found]) => found?.status === 'active');
    await fill(body.data.uri);
    return body.data.id;
  }

  const isCopy = new RegExp(`^drill_(${[0, 1, 2].map((more) => firstId + more).join('|')})_`);
  /** Lists the copies of drills on all engines: machines, databases and users. */
  async function listCopies(): Promise<string[]> {
    const machines = (await engine.listNames()).filter((name) => name !== `vps-${hosting}`);
    const names = [
      await queryPostgres('select datname as name from pg_database union select rolname from pg_roles'),
      await queryMariadb(
        'select schema_name as name from information_schema.schemata union select user from mysql.user',
      ),
    ].flat();
    return [...machines, ...names.filter((name) => isCopy.test(name))];
  }

  /** The worker may delete a copy a moment after the end of the action. */
  const untilNoCopy = () => eventually(async () => expect(await listCopies()).toEqual([]));

  /** Cuts the file in half, and lets the record agree: only the engine can notice. */
  async function damage(id: number): Promise<void> {
    const content = await readFile(fileOf(id));
    const half = content.subarray(0, content.length / 2);
    await writeFile(fileOf(id), half);
    changeRecords('update backups set checksum = ? where id = ?', createHash('sha256').update(half).digest('hex'), id);
  }

  function changeRecords(statement: string, ...values: unknown[]): void {
    const records = new SqliteDatabase(join(world.server.dataDir, 'hostler.db'));
    records.prepare(statement).run(...values);
    records.close();
  }

  /** The drill of a good backup succeeds, that of a damaged one fails, and nothing stays on the engine. */
  async function drillDamaged(id: number): Promise<void> {
    expect(await show(id)).toMatchObject({ drilled_at: expect.any(String), drill_error: null });
    await untilNoCopy();
    await damage(id);
    expect(await follow('/backups/verify', { id })).toMatchObject({ status: 'failed' });
    const { drill_error } = await show(id);
    expect(drill_error).toEqual(expect.any(String));
    expect(drill_error).not.toBe('The backup file is damaged.');
    await untilNoCopy();
  }

  it.each([
    ['PostgreSQL', 'postgresql'],
    ['MariaDB', 'mariadb'],
  ])('restores a backup of a %s database, records a damaged one, and leaves nothing behind', async (_, name) => {
    const id = await backUp({ database_id: await createDatabase(name) });
    expect(await follow('/backups/verify', { id })).toMatchObject({ status: 'succeeded' });
    await drillDamaged(id);
  });

  it('does the same with an LXD machine, although the worker is killed in the middle', async () => {
    expect(await world.client.endOf(creation, key())).toMatchObject({ status: 'succeeded' });
    const id = await backUp({ hosting_id: hosting });
    const { body } = await world.client.post('/backups/verify', key(), { id });
    await eventually(async () => expect(await engine.listNames()).toHaveLength(2));
    await world.server.crash();
    await world.server.restart();
    world = { ...world, client: await Client.connect(world.server) };
    expect(await world.client.endOf(body.data.action_id, key())).toMatchObject({ status: 'succeeded' });
    await drillDamaged(id);
    expect(await engine.listNames()).toEqual([`vps-${hosting}`]);
  });
});

/** Writes a row as the customer. */
async function fill(uri: string): Promise<void> {
  const statement = 'create table t as select 1 as n';
  await (uri.startsWith('mysql:') ? queryMariadb(statement, uri) : queryPostgres(statement, uri));
}

async function queryPostgres(statement: string, uri = given('POSTGRES')): Promise<string[]> {
  const client = new PostgresClient({ connectionString: uri });
  await client.connect();
  try {
    return (await client.query(statement)).rows.map(({ name }) => String(name));
  } finally {
    await client.end();
  }
}

async function queryMariadb(statement: string, uri = given('MARIADB')): Promise<string[]> {
  const connection = await createConnection(uri);
  try {
    const [rows] = await connection.query(statement);
    return Array.isArray(rows) ? rows.map((row) => String((row as { name: unknown }).name)) : [];
  } finally {
    await connection.end();
  }
}

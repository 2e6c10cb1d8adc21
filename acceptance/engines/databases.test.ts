import { randomBytes } from 'node:crypto';
import { createConnection } from 'mysql2/promise';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SqlEngine } from '../../server/src/engines/sql/driver.ts';
import { HOUR, MINUTE } from '../../server/src/kernel/time.ts';
import type { Action, Database, DatabaseWithPassword } from '../../testing/api-types.ts';
import { describeWithService } from '../../testing/describe-with-service.ts';
import { openMariadbServer } from '../../testing/engines/mariadb.ts';
import { openPostgresServer } from '../../testing/engines/postgresql.ts';
import type { SqlServer, SqlServerTestOptions } from '../../testing/engines/sql-server.ts';
import { openRelay, type Relay } from '../../testing/receivers/relay.ts';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/server/server.ts';

/** Connects like a customer's program, with the `uri` only. */
async function connect(uri: string): Promise<{ query(statement: string): Promise<unknown>; close(): Promise<void> }> {
  if (uri.startsWith('mysql:')) {
    const connection = await createConnection(uri);
    return { query: async (statement) => (await connection.query(statement))[0], close: () => connection.end() };
  }
  const client = new pg.Client({ connectionString: uri });
  client.on('error', () => {});
  await client.connect();
  return { query: async (statement) => (await client.query(statement)).rows, close: () => client.end() };
}

function describeDatabasesApi(
  engine: SqlEngine,
  url: string,
  open: (url: string, options?: SqlServerTestOptions) => Promise<SqlServer>,
): void {
  describe(`a database on ${engine}, through the API`, () => {
    let relay: Relay;
    let real: SqlServer;
    let env: Record<string, string>;
    let server: TestServer;
    let account: TestAccount;
    let unique: string;

    beforeAll(async () => {
      relay = await openRelay(url);
      const given = new URL(url);
      real = await open(url);
      const adminUrl = new URL(url);
      adminUrl.port = String(relay.port);
      const prefix = engine === 'postgresql' ? 'HOSTLER_POSTGRES' : 'HOSTLER_MARIADB';
      env = {
        [`${prefix}_ADMIN_URL`]: adminUrl.href,
        // Customers use another address than the server.
        [`${prefix}_PUBLIC_ADDRESS`]: given.host,
        HOSTLER_DATABASE_CONNECTION_LIMIT: '2',
        HOSTLER_DATABASE_STATEMENT_SECONDS: '1801',
      };
      server = await startTestServer({ env });
    });
    beforeEach(async () => {
      account = await server.createAccount();
      unique = randomBytes(4).toString('hex');
    });
    afterEach(async () => {
      relay.mend();
      const { body } = await server.get('/databases?per_page=100', account.live);
      for (const { id } of body.data) await remove(id);
      expect((await real.inventory()).filter(isOurs)).toEqual([]);
    });
    afterAll(async () => {
      await server.stop();
      await real.close();
      await relay.close();
    });

    // Filter by a unique suffix: every test has account ids from 1, and the engine is shared.
    const isOurs = (name: string) => name.endsWith(unique);

    async function create(key = account.live): Promise<DatabaseWithPassword> {
      const answer = await server.post('/databases', key, { name: `shop_${unique}`, engine });
      expect(answer.status).toBe(201);
      return answer.body.data;
    }

    async function untilActive(id: number, key = account.live): Promise<Database> {
      const isIt = (database: Database) => database.id === id && database.status === 'active';
      const list = await server.until('/databases', key, (databases) => databases.some(isIt));
      return list.find(isIt) as Database;
    }

    async function endOf(type: string, resourceId: number, key = account.live): Promise<Action> {
      const { body } = await server.get(`/actions?search=${type}&per_page=100`, key);
      const action = body.data.find(({ resource }) => resource.id === resourceId);
      const ended = await server.get(`/actions/show?id=${action?.id}&wait=30`, key);
      return ended.body.data;
    }

    /** Returns the account of another server with the id of ours. */
    async function ofSameId(other: TestServer): Promise<TestAccount> {
      let made = await other.createAccount();
      while (made.id < account.id) made = await other.createAccount();
      expect(made.id).toBe(account.id);
      return made;
    }

    async function endOn(other: TestServer, { live }: TestAccount, type: string): Promise<Action | undefined> {
      const { body } = await other.get(`/actions?search=${type}`, live);
      return (await other.get(`/actions/show?id=${body.data[0]?.id}&wait=30`, live)).body.data;
    }

    async function remove(id: number, key = account.live): Promise<Action> {
      expect((await server.post(`/databases/remove?id=${id}`, key)).status).toBe(200);
      return endOf('database.remove', id, key);
    }

    async function run(uri: string, ...statements: string[]): Promise<unknown> {
      const client = await connect(uri);
      try {
        let answer: unknown;
        for (const statement of statements) answer = await client.query(statement);
        return answer;
      } finally {
        await client.close();
      }
    }

    it('has the limits that the operator set', async () => {
      const made = await create();
      await untilActive(made.id);
      const ask =
        engine === 'postgresql'
          ? `select extract(epoch from current_setting('statement_timeout')::interval)::int as seconds`
          : 'select cast(@@max_statement_time as int) as seconds';
      expect(await run(made.uri, ask)).toEqual([{ seconds: 1801 }]);
    });

    it('accepts only connections of its customer, with the returned uri', async () => {
      const made = await create();
      const active = await untilActive(made.id);
      expect(active).toMatchObject({ host: '127.0.0.1', port: Number(new URL(url).port), engine });
      expect(active.version).toMatch(/^\d+\.\d+/);
      await run(made.uri, 'create table t (n int)', 'insert into t values (1)');
      const other = await server.createAccount();
      const theirs = await create(other.live);
      await untilActive(theirs.id, other.live);
      expect(theirs.username).not.toBe(made.username);
      await run(theirs.uri, 'create table secrets (n int)');
      const peek = new URL(made.uri);
      peek.pathname = `/${theirs.username}`;
      await expect(connect(peek.href)).rejects.toThrow();
      expect(await run(made.uri, 'select n from t')).toEqual([{ n: 1 }]);
      await remove(theirs.id, other.live);
    });

    it('has a limited number of connections', async () => {
      const made = await create();
      await untilActive(made.id);
      const clients = await Promise.all([connect(made.uri), connect(made.uri)]);
      await expect(connect(made.uri)).rejects.toThrow();
      await Promise.all(clients.map(({ close }) => close()));
    });

    it('reports its size as it grows', async () => {
      const made = await create();
      const { size_bytes: before } = await untilActive(made.id);
      await run(made.uri, 'create table t (content text)', `insert into t values ('${'x'.repeat(50_000)}')`);
      await run(made.uri, ...Array.from({ length: 6 }, () => 'insert into t select * from t'));
      await server.hostler.recurring
        .find(({ name }) => name === 'databases.measure-sizes')
        ?.run(server.clock.now() + HOUR + MINUTE);
      expect((await untilActive(made.id)).size_bytes).toBeGreaterThan(before);
    });

    it('is empty when it is created again under the name of a removed database', async () => {
      const old = await create();
      await untilActive(old.id);
      await run(old.uri, 'create table t (n int)');
      await server.post(`/databases/remove?id=${old.id}`, account.live);
      const next = await create();
      await untilActive(next.id);
      await expect(connect(old.uri)).rejects.toThrow();
      await expect(run(next.uri, 'select * from t')).rejects.toThrow();
    });

    it('is created when its unreachable server is back', async () => {
      relay.cut();
      const made = await create();
      const { body } = await server.get('/actions?search=database.create', account.live);
      await server.untilPostponed(body.data[0]?.id ?? 0);
      relay.mend();
      await untilActive(made.id);
      await run(made.uri, 'create table t (n int)');
    });

    it('is removed when its unreachable server is back', async () => {
      const made = await create();
      await untilActive(made.id);
      relay.cut();
      await server.post(`/databases/remove?id=${made.id}`, account.live);
      const { body } = await server.get('/actions?search=database.remove', account.live);
      await server.untilPostponed(body.data[0]?.id ?? 0);
      relay.mend();
      expect((await endOf('database.remove', made.id)).status).toBe('succeeded');
      await expect(connect(made.uri)).rejects.toThrow();
    });

    it('fails to be created if its name exists on the server, and the existing database stays', async () => {
      const first = await create();
      const name = first.username;
      await untilActive(first.id);
      await remove(first.id);
      await real.administer(`create database ${name}`);
      try {
        const made = await create();
        const ended = await endOf('database.create', made.id);
        expect(ended).toMatchObject({ status: 'failed', error: { code: 'ENGINE_CONFLICT' } });
        expect(ended.error?.message).not.toContain(name);
        await remove(made.id);
        expect((await real.inventory()).filter(isOurs)).toEqual([name]);
      } finally {
        await real.administer(`drop database ${name}`);
      }
    });

    it('stays as it is if another installation creates and removes one for the same account and name', async () => {
      const second = await startTestServer({ env: { ...env, HOSTLER_SECRET_KEY: 'the key of a second installation' } });
      try {
        const made = await create();
        await untilActive(made.id);
        await run(made.uri, 'create table t (n int)', 'insert into t values (1)');
        const other = await ofSameId(second);
        const { body } = await second.post('/databases', other.live, { name: made.name, engine });
        const theirs = body.data;
        expect(await endOn(second, other, 'database.create')).toMatchObject({ status: 'succeeded' });
        await expect(run(theirs.uri, 'select n from t')).rejects.toThrow();
        expect(await run(made.uri, 'select n from t')).toEqual([{ n: 1 }]);
        await second.post(`/databases/remove?id=${theirs.id}`, other.live);
        expect(await endOn(second, other, 'database.remove')).toMatchObject({ status: 'succeeded' });
        await expect(connect(theirs.uri)).rejects.toThrow();
        expect(await run(made.uri, 'select n from t')).toEqual([{ n: 1 }]);
      } finally {
        await second.stop();
      }
    });

    it('can be restored from a backup', async () => {
      const made = await create();
      await untilActive(made.id);
      await run(made.uri, 'create table t (n int)', 'insert into t values (1)');
      const { body } = await server.post('/backups', account.live, { database_id: made.id });
      await endOf('backup.create', body.data.id);
      const { body: shown } = await server.get(`/backups/show?id=${body.data.id}`, account.live);
      expect(shown.data).toMatchObject({ status: 'completed', error: null });
      await run(made.uri, 'drop table t');
      await server.post('/backups/restore', account.live, { id: body.data.id });
      expect(await endOf('backup.restore', body.data.id)).toMatchObject({ status: 'succeeded', error: null });
      expect(await run(made.uri, 'select n from t')).toEqual([{ n: 1 }]);
    });
  });
}

describeWithService('postgres', 'PostgreSQL', (url) => describeDatabasesApi('postgresql', url, openPostgresServer));
describeWithService('mariadb', 'MariaDB', (url) => describeDatabasesApi('mariadb', url, openMariadbServer));

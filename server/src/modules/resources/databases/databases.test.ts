import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from '@hostler/database';
import type { Action } from '@hostler/testing/api-types.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { until } from '@hostler/testing/until.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clearFaults, failNext, listFaults, setReachable } from '#engines/simulation/faults.ts';
import { canLogIn, findSimulatedContent } from '#engines/sql/simulated.ts';
import { HOUR, MINUTE } from '#kernel/time.ts';
import type { Database, DatabaseWithPassword } from './schemas.ts';
import { createServerNaming } from './server-name.ts';

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
  account = await server.createAccount();
});
afterAll(() => server.stop());
afterEach(async () => {
  await setReachable(engineDir('postgresql'), true);
  await clearFaults(engineDir('postgresql'));
});

function engineDir(engine: string, of = server): string {
  return join(of.dataDir, 'simulated', engine);
}

let names = 0;
const newName = () => `shop_${++names}`;
const nameOnServer = (accountId: number, name: string) => createServerNaming(server.hostler.vault)(accountId, name);

async function create(body: object, key = account.live): Promise<DatabaseWithPassword> {
  const answer = await server.post('/databases', key, body);
  expect(answer.status).toBe(201);
  return answer.body.data;
}

async function untilStatus(id: number, status: string, key = account.live): Promise<Database> {
  const list = await server.until('/databases?per_page=100', key, (databases) =>
    databases.some((database) => database.id === id && database.status === status),
  );
  return list.find((database) => database.id === id) as Database;
}

async function findAction(type: string, resourceId: number, key = account.live): Promise<Action> {
  const { body } = await server.get(`/actions?search=${type}&per_page=100`, key);
  const action = body.data.find(({ resource }) => resource.id === resourceId);
  if (!action) throw new Error(`there is no ${type} of ${resourceId}`);
  return action;
}

/** Waits until the action on the database has ended and returns it. */
async function endOf(type: string, resourceId: number, key = account.live): Promise<Action> {
  const { id } = await findAction(type, resourceId, key);
  return server.endOf(id, key);
}

async function totals(key: string) {
  const total = async (query: string) => (await server.get(`/databases${query}`, key)).body.meta.total;
  return {
    all: await total(''),
    creating: await total('?status=creating'),
    active: await total('?status=active'),
    error: await total('?status=error'),
  };
}

describe('a new database', () => {
  it('is returned with its password and URI, and created on the PostgreSQL server', async () => {
    const made = await create({ name: 'shop' });
    expect(made).toEqual({
      id: expect.any(Number),
      name: 'shop',
      engine: 'postgresql',
      version: null,
      status: 'creating',
      host: 'postgresql.simulated.test',
      port: 5432,
      username: expect.stringMatching(new RegExp(`^a${account.id}[a-z]{6}_shop$`)),
      size_bytes: 0,
      access: 'full',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
      password: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      uri: `postgresql://${made.username}:${made.password}@postgresql.simulated.test:5432/${made.username}`,
    });
    const listed = await untilStatus(made.id, 'active');
    expect(listed).not.toHaveProperty('password');
    expect(listed).not.toHaveProperty('uri');
    expect(listed).toMatchObject({ version: 'simulated', size_bytes: expect.any(Number) });
    expect(listed.size_bytes).toBeGreaterThan(0);
    const { username, password } = made;
    expect(await canLogIn(engineDir('postgresql'), { database: username, username, password })).toBe(true);
  });

  it.each(['mariadb', 'mysql'])('is created on the MariaDB server when the engine is %s', async (engine) => {
    const made = await create({ name: newName(), engine });
    expect(made).toMatchObject({ engine: 'mariadb', host: 'mariadb.simulated.test', port: 3306 });
    expect(made.uri).toBe(`mysql://${made.username}:${made.password}@mariadb.simulated.test:3306/${made.username}`);
    await untilStatus(made.id, 'active');
    const { username, password } = made;
    expect(await canLogIn(engineDir('mariadb'), { database: username, username, password })).toBe(true);
  });

  it('accepts a name of 48 characters', async () => {
    const made = await create({ name: `x${'0'.repeat(46)}_` });
    await untilStatus(made.id, 'active');
  });

  it.each<[string, object, string[]]>([
    ['no name', {}, ['name']],
    ['an empty name', { name: '' }, ['name']],
    ['a name with capitals', { name: 'Shop' }, ['name']],
    ['a name that begins with a digit', { name: '1shop' }, ['name']],
    ['a name with a hyphen', { name: 'my-shop' }, ['name']],
    ['a name with a line break at its end', { name: 'shop\n' }, ['name']],
    ['a name of 49 characters', { name: 'x'.repeat(49) }, ['name']],
    ['a name that is no text', { name: 7 }, ['name']],
    ['an unknown engine', { name: 'fine', engine: 'oracle' }, ['engine']],
    ['a bad name and a bad engine', { name: 'A', engine: 'oracle' }, ['name', 'engine']],
  ])('is refused with %s', async (_what, body, fields) => {
    const { status, body: answer } = await server.post('/databases', account.live, body);
    expect(status).toBe(422);
    expect(answer.error.code).toBe('VALIDATION_ERROR');
    expect(answer.error.details?.map(({ field }) => field)).toEqual(fields);
  });

  it('cannot have the name of another database of the account, whatever its engine', async () => {
    const name = newName();
    await create({ name });
    for (const engine of ['postgresql', 'mariadb']) {
      const { status, body } = await server.post('/databases', account.live, { name, engine });
      expect(status).toBe(409);
      expect(body.error.code).toBe('DATABASE_ALREADY_EXISTS');
    }
  });

  it('can have the name of a database of another account', async () => {
    const other = await server.createAccount();
    const name = newName();
    const [mine, theirs] = [await create({ name }), await create({ name }, other.live)];
    expect(mine.username).not.toBe(theirs.username);
    expect((await untilStatus(theirs.id, 'active', other.live)).name).toBe(name);
  });

  it('is created once when concurrent requests use the same name', async () => {
    const other = await server.createAccount();
    const answers = await Promise.all([1, 2, 3, 4].map(() => server.post('/databases', other.live, { name: 'race' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect((await totals(other.live)).all).toBe(1);
  });

  it('waits while its server is unreachable and is created when it is back', async () => {
    await setReachable(engineDir('postgresql'), false);
    const made = await create({ name: newName() });
    await server.untilPostponed((await findAction('database.create', made.id)).id);
    expect(await findAction('database.create', made.id)).toMatchObject({ status: 'running', error: null });
    await setReachable(engineDir('postgresql'), true);
    await untilStatus(made.id, 'active');
    expect(await endOf('database.create', made.id)).toMatchObject({ status: 'succeeded', error: null });
  });

  it('gets status error with a reason if its server refuses it, and can be removed', async () => {
    const other = await server.createAccount();
    const fault = { operation: 'create', code: 'refused', message: 'There is no room left.', times: 1 } as const;
    // Only for this database: earlier tests may still have databases in creation.
    const target = nameOnServer(other.id, 'full');
    await failNext(engineDir('postgresql'), { ...fault, target });
    const made = await create({ name: 'full' }, other.live);
    await untilStatus(made.id, 'error', other.live);
    expect(await endOf('database.create', made.id, other.live)).toMatchObject({
      status: 'failed',
      error: { code: 'ENGINE_REFUSED', message: 'There is no room left.' },
    });
    expect(await totals(other.live)).toEqual({ all: 1, creating: 0, active: 0, error: 1 });
    expect((await server.post(`/databases/remove?id=${made.id}`, other.live)).status).toBe(200);
    expect(await totals(other.live)).toEqual({ all: 0, creating: 0, active: 0, error: 0 });
  });
});

describe('the password of a database', () => {
  it('is in plain text only in the response, neither in tables nor in files', async () => {
    const idle = await startTestServer({ worker: false });
    try {
      const { live } = await idle.createAccount();
      const headers = { 'idempotency-key': 'once' };
      const { body } = await idle.post('/databases', live, { name: 'shop' }, headers);
      const { password } = body.data;
      expect(await dumpTables(idle)).toContain('sealedPassword');
      expect(await dumpTables(idle)).not.toContain(password);
      expect(await readAllFiles(idle.dataDir)).not.toContain(password);
      idle.startWorker();
      await idle.until('/databases', live, ([database]) => database?.status === 'active');
      expect(await dumpTables(idle)).not.toContain('sealedPassword');
      expect(await dumpTables(idle)).not.toContain(password);
      expect(await readAllFiles(idle.dataDir)).not.toContain(password);
    } finally {
      await idle.stop();
    }
  });

  it('is returned again for a repeated Idempotency-Key', async () => {
    const headers = { 'idempotency-key': `replay-${names}` };
    const body = { name: newName() };
    const first = await server.post('/databases', account.live, body, headers);
    const second = await server.post('/databases', account.live, body, headers);
    expect(second.status).toBe(201);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
    expect(await dumpTables(server)).not.toContain(first.body.data.password);
  });
});

describe('removing a database', () => {
  it('returns its last state, frees its name at once and deletes it from its server', async () => {
    const name = newName();
    const made = await create({ name });
    await untilStatus(made.id, 'active');
    const removed = await server.post(`/databases/remove?id=${made.id}`, account.live);
    expect(removed.status).toBe(200);
    expect(removed.body.data).toMatchObject({ id: made.id, name, status: 'active' });
    const list = await server.get(`/databases?search=${name}`, account.live);
    expect(list.body.data).toEqual([]);
    expect(list.body.meta.total).toBe(0);
    expect(await endOf('database.remove', made.id)).toMatchObject({ status: 'succeeded' });
    const { username, password } = made;
    expect(await canLogIn(engineDir('postgresql'), { database: username, username, password })).toBe(false);
  });

  it('accepts the id in the body, and refuses a missing or invalid id', async () => {
    const made = await create({ name: newName() });
    expect((await server.post('/databases/remove', account.live)).body.error.code).toBe('MISSING_ID');
    expect((await server.post('/databases/remove', account.live, { id: 'x' })).status).toBe(400);
    expect((await server.post('/databases/remove', account.live, { database_id: made.id })).status).toBe(200);
    expect((await server.post('/databases/remove', account.live, { database_id: made.id })).status).toBe(404);
  });

  it('answers 404 for a database of another account', async () => {
    const made = await create({ name: newName() });
    const other = await server.createAccount();
    const { status, body } = await server.post(`/databases/remove?id=${made.id}`, other.live);
    expect(status).toBe(404);
    expect(body.error.code).toBe('NOT_FOUND');
  });

  it('finishes before a new database with the same name is created', async () => {
    const name = newName();
    await setReachable(engineDir('postgresql'), false);
    const old = await create({ name });
    await server.post(`/databases/remove?id=${old.id}`, account.live);
    const next = await create({ name });
    expect(next.id).not.toBe(old.id);
    await setReachable(engineDir('postgresql'), true);
    await untilStatus(next.id, 'active');
    expect((await findAction('database.remove', old.id)).status).toBe('succeeded');
    const { username } = next;
    const dir = engineDir('postgresql');
    expect(await canLogIn(dir, { database: username, username, password: next.password })).toBe(true);
    expect(await canLogIn(dir, { database: username, username, password: old.password })).toBe(false);
  });

  it('succeeds for one of two concurrent requests', async () => {
    const other = await server.createAccount();
    const made = await create({ name: 'twice' }, other.live);
    const answers = await Promise.all([1, 2].map(() => server.post(`/databases/remove?id=${made.id}`, other.live)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await totals(other.live)).all).toBe(0);
    await endOf('database.remove', made.id, other.live);
    expect(await totals(other.live)).toEqual({ all: 0, creating: 0, active: 0, error: 0 });
  });
});

describe('the sandbox', () => {
  it('answers as if a database was created and creates none', async () => {
    const name = newName();
    const simulated = await server.post('/databases', account.test, { name });
    expect(simulated.status).toBe(201);
    expect(simulated.headers.get('x-environment')).toBe('sandbox');
    expect(simulated.body.data).toMatchObject({ name, status: 'creating', password: expect.any(String) });
    expect(simulated.body.data.id).toBeGreaterThan(9_000_000_000);
    const listed = await server.get(`/databases?search=${name}`, account.test);
    expect(listed.body.data).toEqual([]);
    expect(await findAction('database.create', simulated.body.data.id, account.test)).toMatchObject({
      status: 'succeeded',
    });
    expect(await dumpTables(server)).not.toContain(simulated.body.data.password);
    await create({ name });
    expect((await server.post('/databases', account.test, { name })).body.error.code).toBe('DATABASE_ALREADY_EXISTS');
  });

  it('answers as if a database was removed and removes none', async () => {
    const made = await create({ name: newName() });
    await untilStatus(made.id, 'active');
    // Earlier tests leave databases that are still being created.
    await until(async () => (await totals(account.live)).creating === 0);
    const before = await totals(account.live);
    expect((await server.post(`/databases/remove?id=${made.id}`, account.test)).status).toBe(200);
    expect(await untilStatus(made.id, 'active')).toMatchObject({ id: made.id });
    expect(await totals(account.live)).toEqual(before);
  });
});

describe('a new password', () => {
  const reset = (id: number, key = account.live) => server.post(`/databases/reset-password?id=${id}`, key);

  it('replaces the old one when the action has succeeded, and is stored nowhere', async () => {
    const made = await create({ name: newName() });
    await untilStatus(made.id, 'active');
    const { status, body } = await reset(made.id);
    expect(status).toBe(202);
    const { password, uri, username } = body.data;
    expect(uri).toContain(`${username}:${password}@`);
    expect(await endOf('database.reset-password', made.id)).toMatchObject({ status: 'succeeded' });
    const lets = (secret: string) =>
      canLogIn(engineDir('postgresql'), { database: username, username, password: secret });
    expect([await lets(made.password), await lets(password)]).toEqual([false, true]);
    expect(await dumpTables(server)).not.toContain(password);
  });

  it('does not open a database that is closed for its size while the reset waits', async () => {
    const made = await create({ name: newName() });
    await untilStatus(made.id, 'active');
    await setReachable(engineDir('postgresql'), false);
    const { username, password } = (await reset(made.id)).body.data;
    const CLOSE = sql<{ id: number }>("update databases set access = 'closed' where id = :id");
    await server.hostler.db.write(() => CLOSE.run({ id: made.id }));
    await setReachable(engineDir('postgresql'), true);
    await endOf('database.reset-password', made.id);
    expect(await canLogIn(engineDir('postgresql'), { database: username, username, password })).toBe(false);
  });

  it('does not create the database again if its server has lost it', async () => {
    const made = await create({ name: newName() });
    await untilStatus(made.id, 'active');
    await rm(dirname(findSimulatedContent(engineDir('postgresql'), made.username)), { recursive: true });
    await reset(made.id);
    expect(await endOf('database.reset-password', made.id)).toMatchObject({ status: 'failed' });
  });

  it('is refused for a database that is not active, and answers 404 to other accounts', async () => {
    await setReachable(engineDir('postgresql'), false);
    const made = await create({ name: newName() });
    const { status, body } = await reset(made.id);
    expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
    expect((await reset(made.id, (await server.createAccount()).live)).status).toBe(404);
  });

  it('is only simulated with a test key', async () => {
    const made = await create({ name: newName() });
    await untilStatus(made.id, 'active');
    expect((await reset(made.id, account.test)).status).toBe(202);
    const { username, password } = made;
    expect(await canLogIn(engineDir('postgresql'), { database: username, username, password })).toBe(true);
  });
});

describe('the size of a database', () => {
  it('is measured again after an hour, if its server answers', async () => {
    const other = await server.createAccount();
    const { id, username } = await create({ name: 'grows' }, other.live);
    const { size_bytes: before } = await untilStatus(id, 'active', other.live);
    await writeFile(findSimulatedContent(engineDir('postgresql'), username), 'x'.repeat(before + 1_000_000));
    const now = server.clock.now();
    await measure(now);
    expect((await untilStatus(id, 'active', other.live)).size_bytes).toBe(before);
    await setReachable(engineDir('postgresql'), false);
    await measure(now + HOUR + MINUTE);
    expect((await untilStatus(id, 'active', other.live)).size_bytes).toBe(before);
    await setReachable(engineDir('postgresql'), true);
    await measure(now + HOUR + MINUTE);
    expect((await untilStatus(id, 'active', other.live)).size_bytes).toBeGreaterThan(before + 900_000);
  });

  it('is measured even if measuring an earlier database fails', async () => {
    await untilStatus((await create({ name: newName() })).id, 'active');
    const { id, username } = await create({ name: newName() });
    const { size_bytes: before } = await untilStatus(id, 'active');
    await writeFile(findSimulatedContent(engineDir('postgresql'), username), 'x'.repeat(1_000_000));
    const fault = { operation: 'size', code: 'unreachable', message: 'Somebody holds it.', times: 1 } as const;
    await failNext(engineDir('postgresql'), fault);
    await measure(server.clock.now() + 3 * HOUR);
    expect((await untilStatus(id, 'active')).size_bytes).toBeGreaterThan(before);
  });
});

async function measure(now: number): Promise<void> {
  await server.hostler.recurring.find(({ name }) => name === 'databases.measure-sizes')?.run(now);
}

/** Returns the content of all tables as one string. */
async function dumpTables({ hostler: { db } }: TestServer): Promise<string> {
  const tables = await db.read(
    sql<object, { name: string }>(
      db.dialect === 'sqlite'
        ? `select name from sqlite_master where type = 'table'`
        : `select table_name as name from information_schema.tables where table_schema = 'public'`,
    ).all({}),
  );
  const rows = await Promise.all(
    tables.map(({ name }) => db.read(sql<object, object>(`select * from ${name}`).all({}))),
  );
  expect(rows.flat().length).toBeGreaterThan(0);
  return JSON.stringify(rows);
}

async function readAllFiles(dir: string): Promise<string> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')));
  return texts.join();
}

describe('the session limits', () => {
  it('are enforced on every server, even while one of them is unreachable', async () => {
    const job = server.hostler.recurring.find(({ name }) => name === 'databases.enforce-bounds');
    const fault = { operation: 'enforce', code: 'unreachable', message: 'away', times: 2 } as const;
    for (const engine of ['postgresql', 'mariadb']) await failNext(engineDir(engine), fault);
    await job?.run(server.clock.now());
    // The server's own worker may have consumed the other fault.
    for (const engine of ['postgresql', 'mariadb'])
      expect((await listFaults(engineDir(engine))).length).toBeLessThan(2);
    await clearFaults(engineDir('mariadb'));
  });
});

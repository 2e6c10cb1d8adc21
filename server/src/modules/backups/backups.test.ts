import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestAccount, type TestServer } from '../../../test/server.ts';
import { clearFaults, type Fault, failNext, setReachable } from '../../engines/simulation/faults.ts';
import { findSimulatedContent } from '../../engines/sql/simulated.ts';
import { createSimulatedVps, findSimulatedDisk } from '../../engines/vps/simulated.ts';
import { sql } from '../../kernel/db/query.ts';
import type { Backup } from './schemas.ts';

type Queued = Backup & { action_id: number };

interface Action {
  id: number;
  type: string;
  status: string;
  error: { code: string; message: string } | null;
}

let server: TestServer;
let account: TestAccount;
let other: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
  account = await server.createAccount();
  other = await server.createAccount();
});
afterAll(() => server.stop());
afterEach(async () => {
  for (const engine of ['vps', 'postgresql']) {
    await setReachable(engineDir(engine), true);
    await clearFaults(engineDir(engine));
  }
});

function engineDir(engine: string): string {
  return join(server.dataDir, 'simulated', engine);
}

let names = 0;

interface Resource {
  /** As the body of a backup names it. */
  body: { hosting_id: number } | { database_id: number };
  id: number;
  file: string;
  status(): Promise<string>;
  untilStatus(status: string): Promise<unknown>;
}

async function createDatabase(owner = account): Promise<Resource> {
  const { body } = await server.post<{ id: number; username: string }>('/databases', owner.live, {
    name: `db_${++names}`,
  });
  const { id, username } = body.data;
  const path = '/databases?per_page=100';
  const find = (list: { id: number; status: string }[]) =>
    list.find((database) => database.id === id)?.status ?? 'gone';
  const untilStatus = (status: string) =>
    server.until<{ id: number; status: string }[]>(path, owner.live, (list) => find(list) === status);
  await untilStatus('active');
  return {
    body: { database_id: id },
    id,
    file: findSimulatedContent(engineDir('postgresql'), username),
    status: async () => find((await server.get<{ id: number; status: string }[]>(path, owner.live)).body.data),
    untilStatus,
  };
}

async function createServer(owner = account): Promise<Resource> {
  const options = { account: owner.id, hostname: `vps-${++names}.test`, wait: true };
  const { id } = await server.run<{ id: number }>('hosting create', options);
  const path = `/hosting/show?id=${id}`;
  return {
    body: { hosting_id: id },
    id,
    file: findSimulatedDisk(engineDir('vps'), await machineName(id)),
    status: async () => (await server.get<{ status: string }>(path, owner.live)).body.data.status,
    untilStatus: (status) => server.until<{ status: string }>(path, owner.live, (vps) => vps.status === status),
  };
}

/** Machines are named after the record; the engine is asked so that the name is not repeated here. */
async function machineName(id: number): Promise<string> {
  const samples = await createSimulatedVps({ dir: engineDir('vps') }).sample();
  const name = samples.map((sample) => sample.name).find((known) => known.match(/\d+$/)?.[0] === String(id));
  if (!name) throw new Error(`there is no machine of VPS ${id}`);
  return name;
}

const ask = (body: object, key = account.live) => server.post<Queued>('/backups', key, body);
const restore = (id: number, key = account.live) => server.post<Queued>('/backups/restore', key, { id });

async function findBackup(id: number, key = account.live): Promise<Backup | undefined> {
  const { body } = await server.get<Backup[]>('/backups?per_page=100', key);
  return body.data.find((backup) => backup.id === id);
}

async function end(actionId: number, key = account.live): Promise<Action> {
  return (await server.get<Action>(`/actions/show?id=${actionId}&wait=30`, key)).body.data;
}

/** A backup that is complete. */
async function backUp({ body }: Resource, key = account.live): Promise<Backup> {
  const { status, body: answer } = await ask(body, key);
  expect(status).toBe(202);
  expect(await end(answer.data.action_id, key)).toMatchObject({ status: 'succeeded', error: null });
  return (await findBackup(answer.data.id, key)) as Backup;
}

function backupFile(backup: Pick<Backup, 'id'>, owner = account): string {
  return join(server.hostler.config.backupDir, `account-${owner.id}`, `backup-${backup.id}`);
}

async function totals(key: string) {
  const entries = ['pending', 'running', 'completed', 'failed', 'restoring'].map(async (status) => {
    return [status, (await server.get(`/backups?status=${status}`, key)).body.meta.total] as const;
  });
  const all = (await server.get('/backups', key)).body.meta.total;
  return Object.fromEntries([['all', all], ...(await Promise.all(entries))].filter(([, total]) => total !== 0));
}

const fail = (engine: string, fault: Omit<Fault, 'message'>) =>
  failNext(engineDir(engine), { ...fault, message: 'The engine said no.', times: 1 });

describe('a new backup', () => {
  it.each([
    ['a VPS', createServer, 'hosting', 'vps-'],
    ['a database', createDatabase, 'database', 'db_'],
  ] as const)('of %s is queued, written, verified and then completed', async (_what, make, type, label) => {
    const resource = await make();
    const { status, headers, body } = await ask(resource.body);
    const { action_id } = body.data;
    expect(status).toBe(202);
    expect(headers.get('location')).toBe(`/api/v1/actions/show?id=${action_id}`);
    expect(body.data).toEqual({
      id: expect.any(Number),
      name: expect.stringMatching(new RegExp(`^${label}\\d+.* \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d$`)),
      type: 'manual',
      resource: { type, id: resource.id },
      status: 'pending',
      size_bytes: null,
      checksum: null,
      verified_at: null,
      created_at: expect.any(String),
      completed_at: null,
      error: null,
      action_id,
    });
    expect(await end(action_id)).toMatchObject({ type: 'backup.create', status: 'succeeded', progress: 100 });
    const backup = await findBackup(body.data.id);
    const content = await readFile(backupFile(body.data));
    expect(backup).toMatchObject({
      status: 'completed',
      size_bytes: content.length,
      checksum: createHash('sha256').update(content).digest('hex'),
      verified_at: expect.any(String),
      completed_at: expect.any(String),
      error: null,
    });
    expect(await eventsAbout(body.data.id, 'live')).toEqual([backup]);
  });

  it('has the name it was given, and is found by it', async () => {
    const database = await createDatabase();
    const { body } = await ask({ ...database.body, name: 'Before the UPGRADE' });
    expect(body.data.name).toBe('Before the UPGRADE');
    const found = await server.get<Backup[]>('/backups?search=the+upgrade', account.live);
    expect(found.body.data.map(({ id }) => id)).toEqual([body.data.id]);
  });

  it.each<[string, object]>([
    ['neither a VPS nor a database', {}],
    ['neither, but null', { hosting_id: null, database_id: null }],
    ['both a VPS and a database', { hosting_id: 1, database_id: 1 }],
  ])('is refused for %s', async (_what, body) => {
    const answer = await ask(body);
    expect(answer.status).toBe(422);
    expect(answer.body.error.code).toBe('VALIDATION_ERROR');
    expect(answer.body.error.details?.map(({ field }) => field)).toEqual(['hosting_id', 'database_id']);
  });

  it('is refused for what is no id or no name', async () => {
    const { status, body } = await ask({ hosting_id: 'x', name: '' });
    expect(status).toBe(422);
    expect(body.error.details?.map(({ field }) => field)).toEqual(['hosting_id', 'name']);
  });

  it('is not made of another account’s resources, nor of what does not exist', async () => {
    const [vps, database] = [await createServer(other), await createDatabase(other)];
    for (const body of [vps.body, database.body, { hosting_id: 999_999_999 }, { database_id: 999_999_999 }]) {
      const answer = await ask(body);
      expect(answer.status).toBe(404);
      expect(answer.body.error.code).toBe('NOT_FOUND');
    }
  });

  it('cannot be made of a VPS that is suspended or terminated', async () => {
    const vps = await createServer();
    await server.run('hosting suspend', { id: vps.id, wait: true });
    expect((await ask(vps.body)).body.error).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('suspended'),
    });
    await server.run('hosting unsuspend', { id: vps.id, wait: true });
    await server.run('hosting terminate', { id: vps.id, wait: true });
    expect((await ask(vps.body)).status).toBe(409);
  });

  it('cannot be made of a VPS or a database that is still being made', async () => {
    await setReachable(engineDir('vps'), false);
    await setReachable(engineDir('postgresql'), false);
    const vps = await server.run<{ id: number }>('hosting create', { account: account.id, hostname: 'new.test' });
    const database = await server.post<{ id: number }>('/databases', account.live, { name: 'unmade' });
    for (const body of [{ hosting_id: vps.id }, { database_id: database.body.data.id }]) {
      const answer = await ask(body);
      expect(answer.status).toBe(409);
      expect(answer.body.error.code).toBe('CONFLICT');
    }
  });

  it('can be made of a stopped VPS', async () => {
    const vps = await createServer();
    await server.run('hosting stop', { id: vps.id, wait: true });
    expect(await backUp(vps)).toMatchObject({ status: 'completed' });
    expect(await vps.status()).toBe('stopped');
  });

  it('waits while the engine is away, and is made when it is back', async () => {
    const database = await createDatabase();
    await setReachable(engineDir('postgresql'), false);
    const { body } = await ask(database.body);
    await server.untilPostponed(body.data.action_id);
    expect(await findBackup(body.data.id)).toMatchObject({ status: 'running', error: null });
    await setReachable(engineDir('postgresql'), true);
    expect(await end(body.data.action_id)).toMatchObject({ status: 'succeeded' });
    expect(await findBackup(body.data.id)).toMatchObject({ status: 'completed' });
  });

  it('that fails says why and leaves no file', async () => {
    const owner = await server.createAccount();
    const database = await createDatabase(owner);
    await fail('postgresql', { operation: 'dump', code: 'refused' });
    const { body } = await ask(database.body, owner.live);
    expect(await end(body.data.action_id, owner.live)).toMatchObject({
      status: 'failed',
      error: { code: 'ENGINE_REFUSED', message: 'The engine said no.' },
    });
    expect(await findBackup(body.data.id, owner.live)).toMatchObject({
      status: 'failed',
      error: 'The engine said no.',
      checksum: null,
      completed_at: null,
    });
    expect(existsSync(backupFile(body.data, owner))).toBe(false);
    expect(await eventsAbout(body.data.id, 'live')).toEqual([]);
    expect(await totals(owner.live)).toEqual({ all: 1, failed: 1 });
    const refused = await restore(body.data.id, owner.live);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT']);
  });

  it('is made before the database that it copies is taken away', async () => {
    const database = await createDatabase();
    await setReachable(engineDir('postgresql'), false);
    const { body } = await ask(database.body);
    expect((await server.post(`/databases/remove?id=${database.id}`, account.live)).status).toBe(200);
    await setReachable(engineDir('postgresql'), true);
    expect(await end(body.data.action_id)).toMatchObject({ status: 'succeeded' });
  });
});

describe('a restore', () => {
  it('brings back what a database held', async () => {
    const database = await createDatabase();
    await writeFile(database.file, 'the good old data');
    const backup = await backUp(database);
    await writeFile(database.file, 'ruined');
    const { status, headers, body } = await restore(backup.id);
    expect(status).toBe(202);
    expect(headers.get('location')).toBe(`/api/v1/actions/show?id=${body.data.action_id}`);
    expect(body.data).toMatchObject({ id: backup.id, status: 'restoring', checksum: backup.checksum });
    expect(await end(body.data.action_id)).toMatchObject({ type: 'backup.restore', status: 'succeeded' });
    expect(await readFile(database.file, 'utf8')).toBe('the good old data');
    expect(await database.status()).toBe('active');
    expect(await findBackup(backup.id)).toMatchObject({ status: 'completed', checksum: backup.checksum });
  });

  it.each(['running', 'stopped'])('brings back the disk of a VPS, which is %s before and after', async (state) => {
    const vps = await createServer();
    await writeFile(vps.file, 'the good old disk');
    const backup = await backUp(vps);
    await writeFile(vps.file, 'ruined');
    if (state === 'stopped') await server.run('hosting stop', { id: vps.id, wait: true });
    const { body } = await restore(backup.id);
    expect(await end(body.data.action_id)).toMatchObject({ status: 'succeeded', error: null });
    expect(await readFile(vps.file, 'utf8')).toBe('the good old disk');
    expect(await vps.status()).toBe(state);
    const machine = await createSimulatedVps({ dir: engineDir('vps') }).inspect(await machineName(vps.id));
    expect(machine?.status).toBe(state);
  });

  it('takes the id under either name, by query or body, and asks for it when it is missing', async () => {
    const backup = await backUp(await createDatabase());
    const missing = await server.post('/backups/restore', account.live);
    expect(missing.status).toBe(400);
    expect(missing.body.error.code).toBe('MISSING_ID');
    for (const [path, body] of [
      ['/backups/restore', { backup_id: backup.id }],
      [`/backups/restore?id=${backup.id}`, undefined],
      [`/backups/restore?backup_id=${backup.id}`, undefined],
    ] as const) {
      const answer = await server.post<Queued>(path, account.live, body);
      expect(answer.status).toBe(202);
      await end(answer.body.data.action_id);
    }
  });

  it('does not find the backup of another account', async () => {
    const backup = await backUp(await createDatabase());
    for (const id of [backup.id, 999_999_999]) {
      const { status, body } = await restore(id, other.live);
      expect(status).toBe(404);
      expect(body.error).toEqual({ code: 'NOT_FOUND', message: 'Backup not found.' });
    }
  });

  it('of a backup that is not completed is refused', async () => {
    const database = await createDatabase();
    await setReachable(engineDir('postgresql'), false);
    const { body } = await ask(database.body);
    const { status, body: answer } = await restore(body.data.id);
    expect(status).toBe(409);
    expect(answer.error.code).toBe('CONFLICT');
  });

  it.each([
    ['VPS', createServer, 'vps'],
    ['database', createDatabase, 'postgresql'],
  ] as const)(
    'is the only one of a %s at a time, and nothing else happens to it meanwhile',
    async (what, make, engine) => {
      const owner = await server.createAccount();
      const resource = await make(owner);
      const [first, second] = [await backUp(resource, owner.live), await backUp(resource, owner.live)];
      await setReachable(engineDir(engine), false);
      const asked = [first, first, second, second].map(({ id }) => restore(id, owner.live));
      const answers = await Promise.all(asked);
      expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409]);
      expect(answers.flatMap(({ body }) => body.error?.code ?? [])).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT']);
      expect(await resource.status()).toBe('restoring');
      expect(await totals(owner.live)).toEqual({ all: 2, completed: 1, restoring: 1 });
      expect((await ask(resource.body, owner.live)).status).toBe(409);
      if (what === 'database') {
        const removal = await server.post(`/databases/remove?id=${resource.id}`, owner.live);
        expect([removal.status, removal.body.error.code]).toEqual([409, 'CONFLICT']);
      }
      await setReachable(engineDir(engine), true);
      const accepted = answers.find(({ status }) => status === 202);
      expect(await end(accepted?.body.data.action_id ?? 0, owner.live)).toMatchObject({ status: 'succeeded' });
      expect(['active', 'running']).toContain(await resource.status());
      expect(await totals(owner.live)).toEqual({ all: 2, completed: 2 });
      expect((await restore(second.id, owner.live)).status).toBe(202);
    },
  );

  it.each([
    ['VPS', createServer, 'running'],
    ['database', createDatabase, 'active'],
  ] as const)('of a damaged file fails with a reason and leaves the %s as it was', async (_what, make, state) => {
    const resource = await make();
    const backup = await backUp(resource);
    await writeFile(resource.file, 'newer than the backup');
    const file = await readFile(backupFile(backup));
    file[file.length - 1] = (file.at(-1) ?? 0) ^ 1;
    await writeFile(backupFile(backup), file);
    const { body } = await restore(backup.id);
    expect(await end(body.data.action_id)).toMatchObject({
      status: 'failed',
      error: { code: 'ENGINE_REFUSED', message: expect.stringContaining('damaged') },
    });
    expect(await readFile(resource.file, 'utf8')).toBe('newer than the backup');
    expect(await resource.status()).toBe(state);
    expect(await findBackup(backup.id)).toMatchObject({ status: 'completed' });
  });

  it('of a file that is lost fails with a reason and leaves the database as it was', async () => {
    const database = await createDatabase();
    const backup = await backUp(database);
    await rm(backupFile(backup));
    const { body } = await restore(backup.id);
    expect(await end(body.data.action_id)).toMatchObject({
      status: 'failed',
      error: { code: 'ENGINE_NOT_FOUND', message: 'The backup file does not exist.' },
    });
    expect(await database.status()).toBe('active');
  });

  it('that the engine refuses leaves the VPS running, as it was', async () => {
    const vps = await createServer();
    const backup = await backUp(vps);
    await writeFile(vps.file, 'newer than the backup');
    await fail('vps', { operation: 'import', stage: 'halfway', code: 'refused' });
    const { body } = await restore(backup.id);
    expect(await end(body.data.action_id)).toMatchObject({ status: 'failed' });
    expect(await readFile(vps.file, 'utf8')).toBe('newer than the backup');
    expect(await vps.status()).toBe('running');
  });

  it('after which the VPS cannot be started says that it is stopped, which it is', async () => {
    const vps = await createServer();
    const backup = await backUp(vps);
    await fail('vps', { operation: 'start', code: 'refused' });
    const { body } = await restore(backup.id);
    expect(await end(body.data.action_id)).toMatchObject({ status: 'failed' });
    expect(await vps.status()).toBe('stopped');
  });

  it('to a database or a VPS that is gone is refused with a sentence', async () => {
    const [database, vps] = [await createDatabase(), await createServer()];
    const [ofDatabase, ofServer] = [await backUp(database), await backUp(vps)];
    await server.post(`/databases/remove?id=${database.id}`, account.live);
    await server.run('hosting terminate', { id: vps.id, wait: true });
    const answers = [await restore(ofDatabase.id), await restore(ofServer.id)];
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual([
      [409, 'CONFLICT'],
      [409, 'CONFLICT'],
    ]);
    expect(answers[0]?.body.error.message).toBe(
      'The database that this backup was made of is gone; there is nothing to restore it to.',
    );
    expect(await findBackup(ofDatabase.id)).toMatchObject({ status: 'completed' });
  });
});

describe('the sandbox', () => {
  it('answers as if a backup was made, makes none, and tells test webhooks only', async () => {
    const database = await createDatabase();
    const before = await totals(account.live);
    const { status, body } = await ask(database.body, account.test);
    expect(status).toBe(202);
    expect(body.data.id).toBeGreaterThan(9_000_000_000);
    expect(await end(body.data.action_id, account.test)).toMatchObject({ status: 'succeeded' });
    expect(await findBackup(body.data.id, account.test)).toBeUndefined();
    expect(await eventsAbout(body.data.id, 'live')).toEqual([]);
    expect(await eventsAbout(body.data.id, 'test')).toMatchObject([{ id: body.data.id, status: 'completed' }]);
    expect(existsSync(backupFile(body.data))).toBe(false);
    expect(await totals(account.live)).toEqual(before);
  });

  it('restores nothing', async () => {
    const database = await createDatabase();
    const backup = await backUp(database);
    await writeFile(database.file, 'newer than the backup');
    const { status, body } = await restore(backup.id, account.test);
    expect(status).toBe(202);
    expect(await end(body.data.action_id, account.test)).toMatchObject({ status: 'succeeded' });
    expect(await readFile(database.file, 'utf8')).toBe('newer than the backup');
    expect(await database.status()).toBe('active');
    expect(await findBackup(backup.id)).toEqual(backup);
  });
});

const EVENTS = sql<{ environment: string }, { data: string }>(
  `select data from events where type = 'backup.created' and environment = :environment`,
);

async function eventsAbout(id: number, environment: 'live' | 'test'): Promise<Backup[]> {
  const rows = await server.hostler.db.read(EVENTS.all({ environment }));
  return rows.map(({ data }) => JSON.parse(data) as Backup).filter((backup) => backup.id === id);
}

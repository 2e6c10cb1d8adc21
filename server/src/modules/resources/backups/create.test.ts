import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { sql } from '@hostler/database';
import { type BackupWorld, openBackupWorld } from '@hostler/testing/server/backups.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

const ACTIVATE = sql<{ id: number }>(`update databases set status = 'active' where id = :id`);

let world: BackupWorld;

beforeAll(async () => {
  // Some tests claim sizes larger than any disk.
  world = await openBackupWorld({ env: { HOSTLER_LIMITS: 'backup_bytes=none' } });
});
afterEach(() => world.mendEngines());
afterAll(() => world.server.stop());

describe('a new backup', () => {
  it.each([
    ['a VPS', 'createServer', 'hosting', 'vps-'],
    ['a database', 'createDatabase', 'database', 'db_'],
  ] as const)('of %s is queued, written, verified and then completed', async (_what, make, type, label) => {
    const resource = await world[make]();
    const { status, headers, body } = await world.ask(resource.body);
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
      drilled_at: null,
      drill_error: null,
      action_id,
    });
    expect(await world.follow(action_id)).toMatchObject({ type: 'backup.create', status: 'succeeded', progress: 100 });
    const backup = await world.findBackup(body.data.id);
    const content = await readFile(world.fileOf(body.data));
    expect(backup).toMatchObject({
      status: 'completed',
      size_bytes: content.length,
      checksum: createHash('sha256').update(content).digest('hex'),
      verified_at: expect.any(String),
      completed_at: expect.any(String),
      error: null,
    });
    expect(await world.eventsAbout(body.data.id, 'live')).toEqual([backup]);
  });

  it('has the given name and is found by it', async () => {
    const database = await world.createDatabase();
    const { body } = await world.ask({ ...database.body, name: 'Before the UPGRADE' });
    expect(body.data.name).toBe('Before the UPGRADE');
    const found = await world.server.get('/backups?search=the+upgrade', world.account.live);
    expect(found.body.data.map(({ id }) => id)).toEqual([body.data.id]);
  });

  it.each<[string, object]>([
    ['neither a VPS nor a database', {}],
    ['neither, but null', { hosting_id: null, database_id: null }],
    ['both a VPS and a database', { hosting_id: 1, database_id: 1 }],
  ])('is refused for %s', async (_what, body) => {
    const answer = await world.ask(body);
    expect(answer.status).toBe(422);
    expect(answer.body.error.code).toBe('VALIDATION_ERROR');
    expect(answer.body.error.details?.map(({ field }) => field)).toEqual(['hosting_id', 'database_id']);
  });

  it('is refused for an invalid id or name', async () => {
    const { status, body } = await world.ask({ hosting_id: 'x', name: '' });
    expect(status).toBe(422);
    expect(body.error.details?.map(({ field }) => field)).toEqual(['hosting_id', 'name']);
  });

  it('answers 404 for a resource of another account or one that does not exist', async () => {
    const other = await world.server.createAccount();
    const [vps, database] = [await world.createServer(other), await world.createDatabase(other)];
    for (const body of [vps.body, database.body, { hosting_id: 999_999_999 }, { database_id: 999_999_999 }]) {
      const answer = await world.ask(body);
      expect(answer.status).toBe(404);
      expect(answer.body.error.code).toBe('NOT_FOUND');
    }
  });

  it('is refused for a suspended or terminated VPS', async () => {
    const vps = await world.createServer();
    await world.server.finish(world.server.operator.hosting.suspend({ id: vps.id }));
    expect((await world.ask(vps.body)).body.error).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('suspended'),
    });
    await world.server.finish(world.server.operator.hosting.unsuspend({ id: vps.id }));
    await world.server.finish(world.server.operator.hosting.terminate({ id: vps.id }));
    expect((await world.ask(vps.body)).status).toBe(409);
  });

  it('is refused for a VPS or database that is still being created', async () => {
    await world.setReachable('vps', false);
    await world.setReachable('postgresql', false);
    const vps = await world.server.operator.hosting.create({
      account_id: world.account.id,
      hostname: 'new.test',
    });
    const database = await world.server.post('/databases', world.account.live, { name: 'unmade' });
    for (const body of [{ hosting_id: vps.id }, { database_id: database.body.data.id }]) {
      const answer = await world.ask(body);
      expect(answer.status).toBe(409);
      expect(answer.body.error.code).toBe('CONFLICT');
    }
  });

  it('can be created from a stopped VPS', async () => {
    const vps = await world.createServer();
    await world.server.finish(world.server.operator.hosting.stop({ id: vps.id }));
    expect(await world.backUp(vps)).toMatchObject({ status: 'completed' });
    expect(await vps.status()).toBe('stopped');
  });

  it('waits while the engine is unreachable and completes when it is back', async () => {
    const database = await world.createDatabase();
    await world.setReachable('postgresql', false);
    const { body } = await world.ask(database.body);
    await world.server.untilPostponed(body.data.action_id);
    expect(await world.findBackup(body.data.id)).toMatchObject({ status: 'running', error: null });
    await world.setReachable('postgresql', true);
    expect(await world.follow(body.data.action_id)).toMatchObject({ status: 'succeeded' });
    expect(await world.findBackup(body.data.id)).toMatchObject({ status: 'completed' });
  });

  it('says why it failed and leaves no file', async () => {
    const owner = await world.server.createAccount();
    const database = await world.createDatabase(owner);
    await world.fail('postgresql', { operation: 'dump', code: 'refused' });
    const { body } = await world.ask(database.body, owner.live);
    expect(await world.follow(body.data.action_id, owner.live)).toMatchObject({
      status: 'failed',
      error: { code: 'ENGINE_REFUSED', message: 'The engine said no.' },
    });
    expect(await world.findBackup(body.data.id, owner.live)).toMatchObject({
      status: 'failed',
      error: 'The engine said no.',
      checksum: null,
      completed_at: null,
    });
    expect(existsSync(world.fileOf(body.data, owner))).toBe(false);
    expect(await world.eventsAbout(body.data.id, 'live')).toEqual([]);
    expect(await world.totals(owner.live)).toEqual({ all: 1, failed: 1 });
    const refused = await world.restore(body.data.id, owner.live);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT']);
  });

  it.each([
    ['VPS', 'createServer', 'vps'],
    ['database', 'createDatabase', 'postgresql'],
  ] as const)(
    'of a %s fails and leaves no file if the engine does not accept it as complete',
    async (_, make, engine) => {
      const subject = await world[make]();
      await world.fail(engine, { operation: 'examine', code: 'refused' });
      const { body } = await world.ask(subject.body);
      expect(await world.follow(body.data.action_id)).toMatchObject({ status: 'failed' });
      expect(await world.findBackup(body.data.id)).toMatchObject({
        status: 'failed',
        error: 'The engine said no.',
        verified_at: null,
      });
      expect(existsSync(world.fileOf(body.data))).toBe(false);
      // Without the fault the engine examines the file and accepts it.
      expect(await world.backUp(subject)).toMatchObject({ status: 'completed', verified_at: expect.any(String) });
    },
  );

  it('completes even if the engine is unreachable once during verification', async () => {
    const database = await world.createDatabase();
    await world.fail('postgresql', { operation: 'examine', code: 'unreachable' });
    expect(await world.backUp(database)).toMatchObject({ status: 'completed', error: null });
  });

  it('fails before anything is copied if a backup of the previous size does not fit the storage', async () => {
    const database = await world.createDatabase();
    const backup = await world.backUp(database);
    await world.server.hostler.db.write(() => CLAIM_SIZE.run({ id: backup.id, size_bytes: 2 ** 52 }));
    // Dumps fail too, so the message below proves that no dump was attempted.
    await world.fail('postgresql', { operation: 'dump', code: 'refused' });
    const { body } = await world.ask(database.body);
    expect(await world.follow(body.data.action_id)).toMatchObject({
      status: 'failed',
      error: { code: 'ENGINE_REFUSED', message: 'The backup storage is full.' },
    });
    expect(await world.findBackup(body.data.id)).toMatchObject({ error: 'The backup storage is full.' });
    expect(existsSync(world.fileOf(backup))).toBe(true);
  });

  it('fails if the database is larger than the free storage', async () => {
    const database = await world.createDatabase();
    await world.server.hostler.db.write(() => CLAIM_DATABASE_SIZE.run({ id: database.id, size_bytes: 2 ** 52 }));
    const { body } = await world.ask(database.body);
    expect(await world.follow(body.data.action_id)).toMatchObject({
      error: { message: 'The backup storage is full.' },
    });
  });

  it('is shown by id or backup_id, and only to its owner', async () => {
    const backup = await world.backUp(await world.createDatabase());
    for (const name of ['id', 'backup_id']) {
      const shown = await world.server.get(`/backups/show?${name}=${backup.id}`, world.account.live);
      expect([shown.status, shown.body.data]).toEqual([200, backup]);
    }
    const other = await world.server.createAccount();
    const hidden = await world.server.get(`/backups/show?id=${backup.id}`, other.live);
    expect([hidden.status, hidden.body.error.message]).toEqual([404, 'Backup not found.']);
  });

  it('is listed by resource, with status, sorting and pages', async () => {
    const [vps, database] = [await world.createServer(), await world.createDatabase()];
    const [ofVps, first, second] = [
      await world.backUp(vps),
      await world.backUp(database),
      await world.backUp(database),
    ];
    const list = (query: string) => world.server.get(`/backups?${query}`, world.account.live);
    const idsOf = async (query: string) => (await list(query)).body.data.map(({ id }) => id);
    expect(await idsOf(`hosting_id=${vps.id}`)).toEqual([ofVps.id]);
    expect(await idsOf(`database_id=${database.id}`)).toEqual([second.id, first.id]);
    expect(await idsOf(`database_id=${database.id}&sort=asc&per_page=1`)).toEqual([first.id]);
    expect(await idsOf(`database_id=${database.id}&status=failed`)).toEqual([]);
    expect((await list(`database_id=${database.id}&per_page=1`)).body).toMatchObject({
      meta: { total: 2, last_page: 2 },
      links: { next: `/api/v1/backups?page=2&per_page=1&database_id=${database.id}` },
    });
    for (const bad of [`hosting_id=1&database_id=1`, 'hosting_id=0', 'database_id=x']) {
      const { status, body } = await list(bad);
      expect([bad, status, body.error.code]).toEqual([bad, 400, 'BAD_REQUEST']);
    }
  });

  it('is completed before a requested removal of its database runs', async () => {
    const database = await world.createDatabase();
    await world.setReachable('postgresql', false);
    const { body } = await world.ask(database.body);
    expect((await world.server.post(`/databases/remove?id=${database.id}`, world.account.live)).status).toBe(200);
    await world.setReachable('postgresql', true);
    expect(await world.follow(body.data.action_id)).toMatchObject({ status: 'succeeded' });
  });
});

const CLAIM_SIZE = sql<{ id: number; size_bytes: number }>(
  'update backups set size_bytes = :size_bytes where id = :id',
);
const CLAIM_DATABASE_SIZE = sql<{ id: number; size_bytes: number }>(
  'update databases set size_bytes = :size_bytes where id = :id',
);

describe('a resource with ten waiting actions', () => {
  it('refuses further backups but accepts its removal', async () => {
    const busy = await openBackupWorld({ worker: false });
    try {
      const { server, account } = busy;
      const { body } = await server.post('/databases', account.live, { name: 'piled' });
      const { id } = body.data;
      await server.hostler.db.write(() => ACTIVATE.run({ id }));
      const answers = [];
      for (let count = 0; count < 12; count++) answers.push(await busy.ask({ database_id: id }));
      // The creation of the database counts as one of the ten.
      expect(answers.map(({ status }) => status)).toEqual([...Array(9).fill(202), 409, 409, 409]);
      expect(answers.at(-1)?.body.error).toMatchObject({
        code: 'CONFLICT',
        message: 'This resource already has 10 waiting actions. Try again when some of them have ended.',
      });
      expect((await busy.ask({ database_id: id }, account.test)).status).toBe(409);
      expect((await server.post(`/databases/remove?id=${id}`, account.live)).status).toBe(200);
    } finally {
      await busy.server.stop();
    }
  });
});

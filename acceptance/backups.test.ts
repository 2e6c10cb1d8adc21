import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Backup } from '../testing/api-types.ts';
import { createSome, type Resources, untilListed } from './resources.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let own: Resources;

beforeAll(async () => {
  world = await openWorld();
  own = await createSome(world, world.alpha, ['hosting', 'databases', 'backups']);
  return world.close;
});

const create = (body: unknown, as = world.alpha.live) => world.client.post('/backups', as, body);
const restore = (id: number) => world.client.post(`/backups/restore?id=${id}`, world.alpha.live);

async function listed(id: number): Promise<Backup | undefined> {
  return (await world.client.all('/backups', world.alpha.live)).find((backup) => backup.id === id);
}

async function complete(body: object): Promise<Backup> {
  const { data } = (await create(body)).body;
  await untilListed(world, '/backups', world.alpha.live, data.id, 'completed');
  return data;
}

/** Returns the files in the backup folder with their checksums. Copies of the same content have the same checksum. */
async function listFiles(): Promise<Map<string, string>> {
  const folder = join(world.server.dataDir, 'backups');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hash = async (file: string) =>
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
  return new Map(await Promise.all(files.map(async (file) => [file, await hash(file)] as const)));
}

describe('creating a backup', () => {
  test('of a VPS or a database is queued with 202 and ends completed, with size and checksum', async () => {
    for (const [field, type, id] of [
      ['hosting_id', 'hosting', own.hosting],
      ['database_id', 'database', own.databases],
    ] as const) {
      const before = await listFiles();
      const { status, body, headers } = await create({ [field]: id, name: `Of ${type}` });
      expect(status).toBe(202);
      expect(body.message).toEqual(expect.any(String));
      expect(body.data).toMatchObject({
        name: `Of ${type}`,
        type: 'manual',
        status: 'pending',
        resource: { type, id },
        checksum: null,
        completed_at: null,
        error: null,
      });
      expect(headers.get('location')).toBe(`/api/v1/actions/show?id=${body.data.action_id}`);
      expect(await world.client.endOf(body.data.action_id, world.alpha.live)).toMatchObject({
        status: 'succeeded',
        type: 'backup.create',
        resource: { type: 'backup', id: body.data.id },
      });
      const backup = await listed(body.data.id);
      expect(backup).toMatchObject({ status: 'completed', checksum: expect.stringMatching(/^[0-9a-f]{64}$/) });
      expect(backup?.size_bytes).toBeGreaterThan(0);
      expect(backup?.completed_at).not.toBeNull();
      // The checksum matches a new file on disk.
      const made = [...(await listFiles())].filter(([file]) => !before.has(file));
      expect(made.map(([, checksum]) => checksum)).toEqual([backup?.checksum]);
    }
  });

  test('requires exactly one of hosting_id and database_id; otherwise it returns 422 for both', async () => {
    for (const body of [{}, { name: 'of nothing' }, { hosting_id: own.hosting, database_id: own.databases }]) {
      const { status, body: answer } = await create(body);
      expect([JSON.stringify(body), status, answer.error?.code]).toEqual([
        JSON.stringify(body),
        422,
        'VALIDATION_ERROR',
      ]);
      expect(answer.error.details?.map(({ field }) => field).toSorted()).toEqual(['database_id', 'hosting_id']);
    }
  });

  test('uses a default name if none is sent, and accepts only a single-line name', async () => {
    const { body } = await create({ database_id: own.databases });
    expect(body.data.name.length).toBeGreaterThan(0);
    for (const name of ['', 'two\nlines', 7, 'x'.repeat(1_000)]) {
      const answer = await create({ database_id: own.databases, name });
      expect([name, answer.status]).toEqual([name, 422]);
    }
  });
});

describe('verifying a backup', () => {
  test('is queued with 202, sets drilled_at and changes nothing else', async () => {
    for (const body of [{ hosting_id: own.hosting }, { database_id: own.databases }]) {
      const { id } = await complete(body);
      const backup = await listed(id);
      expect(backup).toMatchObject({ status: 'completed', drilled_at: null, drill_error: null });
      const { status, body: answer } = await world.client.post(`/backups/verify?id=${id}`, world.alpha.live);
      expect([status, answer.data.status]).toEqual([202, 'completed']);
      const action = await world.client.endOf(answer.data.action_id, world.alpha.live);
      expect(action).toMatchObject({ status: 'succeeded', type: 'backup.verify' });
      expect(await listed(id)).toEqual({ ...backup, drilled_at: expect.any(String) });
    }
  });
});

describe('restoring a backup', () => {
  test('is queued with 202 and restores the content of the backup', async () => {
    for (const body of [{ hosting_id: own.hosting }, { database_id: own.databases }]) {
      const backup = await complete(body);
      const { status, body: answer, headers } = await restore(backup.id);
      expect(status).toBe(202);
      expect(answer.data).toMatchObject({ id: backup.id, status: 'restoring' });
      expect(headers.get('location')).toBe(`/api/v1/actions/show?id=${answer.data.action_id}`);
      const action = await world.client.endOf(answer.data.action_id, world.alpha.live);
      expect(action).toMatchObject({ status: 'succeeded', type: 'backup.restore' });
      expect((await listed(backup.id))?.status).toBe('completed');
    }
    const { body } = await world.client.get(`/hosting/show?id=${own.hosting}`, world.alpha.live);
    expect(body.data).toMatchObject({ status: 'running' });
  });

  test('accepts the id in the body, as id or backup_id, and returns 400 MISSING_ID without one', async () => {
    const { id } = await complete({ database_id: own.databases });
    for (const name of ['id', 'backup_id']) {
      await untilListed(world, '/backups', world.alpha.live, id, 'completed');
      await untilListed(world, '/databases', world.alpha.live, own.databases ?? 0, 'active');
      expect((await world.client.post('/backups/restore', world.alpha.live, { [name]: id })).status).toBe(202);
    }
    const missing = await world.client.post('/backups/restore', world.alpha.live, {});
    expect([missing.status, missing.body.error.code]).toEqual([400, 'MISSING_ID']);
    await untilListed(world, '/databases', world.alpha.live, own.databases ?? 0, 'active');
  });

  test('is accepted once for concurrent requests; the others return 409 CONFLICT', async () => {
    const { id } = await complete({ hosting_id: own.hosting });
    const answers = await Promise.all(Array.from({ length: 6 }, () => restore(id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, ...Array(5).fill(409)]);
    for (const { status, body } of answers) if (status === 409) expect(body.error.code).toBe('CONFLICT');
    await untilListed(world, '/backups', world.alpha.live, id, 'completed');
    await world.client.until(`/hosting/show?id=${own.hosting}`, world.alpha.live, ({ status }) => status === 'running');
  });

  test('from a damaged file fails with a reason and changes nothing', async () => {
    const before = await listFiles();
    const backup = await complete({ database_id: own.databases, name: 'Damaged' });
    const [file = ''] = [...(await listFiles()).keys()].filter((path) => !before.has(path));
    const bytes = await readFile(file);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 0xff, bytes.length - 1);
    await writeFile(file, bytes);
    const { body } = await restore(backup.id);
    const action = await world.client.endOf(body.data.action_id, world.alpha.live);
    expect(action.status).toBe('failed');
    expect(action.error?.message).toMatch(/^[A-Z].+\.$/);
    await untilListed(world, '/databases', world.alpha.live, own.databases ?? 0, 'active');
  });

  test('returns 409 CONFLICT if its resource was removed', async () => {
    const database = await world.client.post('/databases', world.alpha.live, { name: 'soon_gone' });
    const { id } = database.body.data;
    await untilListed(world, '/databases', world.alpha.live, id, 'active');
    const backup = await complete({ database_id: id });
    await world.client.post(`/databases/remove?id=${id}`, world.alpha.live);
    const { status, body } = await restore(backup.id);
    expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
  });
});

describe('removing a backup', () => {
  test('returns 200 with the removed backup, and its file is deleted afterwards', async () => {
    const before = await listFiles();
    const { id } = await complete({ database_id: own.databases, name: 'Not needed' });
    const [file = ''] = [...(await listFiles()).keys()].filter((path) => !before.has(path));
    const shown = await world.client.get(`/backups/show?id=${id}`, world.alpha.live);
    expect(shown.body.data).toMatchObject({ id, name: 'Not needed', status: 'completed' });
    const { status, body } = await world.client.post('/backups/remove', world.alpha.live, { backup_id: id });
    expect([status, body.data]).toEqual([200, shown.body.data]);
    expect((await world.client.get(`/backups/show?id=${id}`, world.alpha.live)).status).toBe(404);
    expect(await listed(id)).toBeUndefined();
    await expect.poll(async () => [...(await listFiles()).keys()]).not.toContain(file);
    expect((await restore(id)).status).toBe(404);
  });

  test('deletes the file even if the server crashes right after the response', async () => {
    const { id } = await complete({ database_id: own.databases, name: 'Removed in a hurry' });
    expect((await world.client.post(`/backups/remove?id=${id}`, world.alpha.live)).status).toBe(200);
    await world.server.crash();
    await world.server.restart();
    expect(await listed(id)).toBeUndefined();
    // The job may be leased to the process that died.
    const isOurs = (file: string) => file.endsWith(`backup-${id}`);
    await expect.poll(async () => [...(await listFiles()).keys()].some(isOurs)).toBe(false);
  });
});

describe('the list of backups', () => {
  test('can be searched by name, and its totals match its items', async () => {
    await complete({ database_id: own.databases, name: 'Before the Upgrade' });
    expect(await world.client.total('/backups?search=the%20upgrade', world.alpha.live)).toBe(1);
    const all = await world.client.all('/backups', world.alpha.live);
    const ofDatabase = await world.client.all(`/backups?database_id=${own.databases}`, world.alpha.live);
    const isOfDatabase = ({ resource }: Backup) => resource.type === 'database' && resource.id === own.databases;
    expect(ofDatabase).toEqual(all.filter(isOfDatabase));
    expect(await world.client.total('/backups', world.alpha.live)).toBe(all.length);
    for (const status of ['pending', 'running', 'completed', 'failed', 'restoring']) {
      const { body } = await world.client.get(`/backups?status=${status}&per_page=100`, world.alpha.live);
      expect(body.meta.total).toBe(body.data.length);
    }
  });
});

describe('a backup that is not completed', () => {
  test('cannot be restored and returns 409 CONFLICT', async () => {
    const slow = await openWorld({ settings: { HOSTLER_WORKER: 'off' } });
    try {
      const database = await slow.client.post('/databases', slow.alpha.live, { name: 'waiting' });
      const { status, body } = await slow.client.post('/backups', slow.alpha.live, {
        database_id: database.body.data.id,
      });
      // A resource that is still being created cannot be backed up; both are conflicts of state.
      if (status === 202) {
        const refused = await slow.client.post(`/backups/restore?id=${body.data.id}`, slow.alpha.live);
        expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT']);
      } else {
        expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
      }
    } finally {
      await slow.close();
    }
  });
});

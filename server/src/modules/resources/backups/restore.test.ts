import { readFile, rm, writeFile } from 'node:fs/promises';
import type { BackupWithAction } from '@hostler/testing/api-types.ts';
import { type BackupWorld, openBackupWorld } from '@hostler/testing/server/backups.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSimulatedVps } from '#engines/vps/simulated.ts';

let world: BackupWorld;

beforeAll(async () => {
  world = await openBackupWorld();
});
afterEach(() => world.mendEngines());
afterAll(() => world.server.stop());

describe('a restore', () => {
  it('brings back the content of a database', async () => {
    const database = await world.createDatabase();
    await writeFile(database.file, 'the good old data');
    const backup = await world.backUp(database);
    await writeFile(database.file, 'ruined');
    const { status, headers, body } = await world.restore(backup.id);
    expect(status).toBe(202);
    expect(headers.get('location')).toBe(`/api/v1/actions/show?id=${body.data.action_id}`);
    expect(body.data).toMatchObject({ id: backup.id, status: 'restoring', checksum: backup.checksum });
    expect(await world.follow(body.data.action_id)).toMatchObject({ type: 'backup.restore', status: 'succeeded' });
    expect(await readFile(database.file, 'utf8')).toBe('the good old data');
    expect(await database.status()).toBe('active');
    expect(await world.findBackup(backup.id)).toMatchObject({ status: 'completed', checksum: backup.checksum });
  });

  it.each(['running', 'stopped'])('brings back the disk of a VPS that is %s, and keeps that status', async (state) => {
    const vps = await world.createServer();
    await writeFile(vps.file, 'the good old disk');
    const backup = await world.backUp(vps);
    await writeFile(vps.file, 'ruined');
    if (state === 'stopped') await world.server.finish(world.server.operator.hosting.stop({ id: vps.id }));
    const { body } = await world.restore(backup.id);
    expect(await world.follow(body.data.action_id)).toMatchObject({ status: 'succeeded', error: null });
    expect(await readFile(vps.file, 'utf8')).toBe('the good old disk');
    expect(await vps.status()).toBe(state);
    const machine = await createSimulatedVps({ dir: world.engineDir('vps') }).inspect(await world.machineName(vps.id));
    expect(machine?.status).toBe(state);
  });

  it('accepts id or backup_id in the query or body, and answers MISSING_ID without one', async () => {
    const backup = await world.backUp(await world.createDatabase());
    const missing = await world.server.post('/backups/restore', world.account.live);
    expect(missing.status).toBe(400);
    expect(missing.body.error.code).toBe('MISSING_ID');
    for (const [path, body] of [
      ['/backups/restore', { backup_id: backup.id }],
      [`/backups/restore?id=${backup.id}`, undefined],
      [`/backups/restore?backup_id=${backup.id}`, undefined],
    ] as const) {
      const answer = await world.server.post<BackupWithAction>(path, world.account.live, body);
      expect(answer.status).toBe(202);
      await world.follow(answer.body.data.action_id);
    }
  });

  it('answers 404 for a backup of another account', async () => {
    const backup = await world.backUp(await world.createDatabase());
    const other = await world.server.createAccount();
    for (const id of [backup.id, 999_999_999]) {
      const { status, body } = await world.restore(id, other.live);
      expect(status).toBe(404);
      expect(body.error).toEqual({
        code: 'NOT_FOUND',
        message: 'Backup not found.',
        reason: 'not_found',
        params: { what: 'Backup' },
      });
    }
  });

  it('is refused for a backup that is not completed', async () => {
    const database = await world.createDatabase();
    await world.setReachable('postgresql', false);
    const { body } = await world.ask(database.body);
    const { status, body: answer } = await world.restore(body.data.id);
    expect(status).toBe(409);
    expect(answer.error.code).toBe('CONFLICT');
  });

  it.each([
    ['VPS', 'createServer', 'vps'],
    ['database', 'createDatabase', 'postgresql'],
  ] as const)('is the only one of a %s at a time and blocks other actions', async (what, make, engine) => {
    const owner = await world.server.createAccount();
    const resource = await world[make](owner);
    const [first, second] = [await world.backUp(resource, owner.live), await world.backUp(resource, owner.live)];
    await world.setReachable(engine, false);
    const asked = [first, first, second, second].map(({ id }) => world.restore(id, owner.live));
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409]);
    expect(answers.flatMap(({ body }) => body.error?.code ?? [])).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT']);
    expect(await resource.status()).toBe('restoring');
    expect(await world.totals(owner.live)).toEqual({ all: 2, completed: 1, restoring: 1 });
    expect((await world.ask(resource.body, owner.live)).status).toBe(409);
    if (what === 'database') {
      const removal = await world.server.post(`/databases/remove?id=${resource.id}`, owner.live);
      expect([removal.status, removal.body.error.code]).toEqual([409, 'CONFLICT']);
    }
    await world.setReachable(engine, true);
    const accepted = answers.find(({ status }) => status === 202);
    expect(await world.follow(accepted?.body.data.action_id ?? 0, owner.live)).toMatchObject({ status: 'succeeded' });
    expect(['active', 'running']).toContain(await resource.status());
    expect(await world.totals(owner.live)).toEqual({ all: 2, completed: 2 });
    expect((await world.restore(second.id, owner.live)).status).toBe(202);
  });

  it.each([
    ['VPS', 'createServer', 'running'],
    ['database', 'createDatabase', 'active'],
  ] as const)('of a damaged file fails with a reason and leaves the %s unchanged', async (_what, make, state) => {
    const resource = await world[make]();
    const backup = await world.backUp(resource);
    await writeFile(resource.file, 'newer than the backup');
    const file = await readFile(world.fileOf(backup));
    file[file.length - 1] = (file.at(-1) ?? 0) ^ 1;
    await writeFile(world.fileOf(backup), file);
    const { body } = await world.restore(backup.id);
    expect(await world.follow(body.data.action_id)).toMatchObject({
      status: 'failed',
      error: { code: 'ENGINE_REFUSED', message: expect.stringContaining('damaged') },
    });
    expect(await readFile(resource.file, 'utf8')).toBe('newer than the backup');
    expect(await resource.status()).toBe(state);
    expect(await world.findBackup(backup.id)).toMatchObject({ status: 'completed' });
  });

  it('of a missing file fails with a reason and leaves the database unchanged', async () => {
    const database = await world.createDatabase();
    const backup = await world.backUp(database);
    await rm(world.fileOf(backup));
    const { body } = await world.restore(backup.id);
    expect(await world.follow(body.data.action_id)).toMatchObject({
      status: 'failed',
      error: { code: 'ENGINE_NOT_FOUND', message: 'The backup file does not exist.' },
    });
    expect(await database.status()).toBe('active');
  });

  it('that the engine refuses leaves the VPS running and unchanged', async () => {
    const vps = await world.createServer();
    const backup = await world.backUp(vps);
    await writeFile(vps.file, 'newer than the backup');
    await world.fail('vps', { operation: 'import', stage: 'halfway', code: 'refused' });
    const { body } = await world.restore(backup.id);
    expect(await world.follow(body.data.action_id)).toMatchObject({ status: 'failed' });
    expect(await readFile(vps.file, 'utf8')).toBe('newer than the backup');
    expect(await vps.status()).toBe('running');
  });

  it('leaves the VPS stopped if it cannot be started afterwards', async () => {
    const vps = await world.createServer();
    const backup = await world.backUp(vps);
    await world.fail('vps', { operation: 'start', code: 'refused' });
    const { body } = await world.restore(backup.id);
    expect(await world.follow(body.data.action_id)).toMatchObject({ status: 'failed' });
    expect(await vps.status()).toBe('stopped');
  });

  it('is refused with a reason if the database or VPS no longer exists', async () => {
    const [database, vps] = [await world.createDatabase(), await world.createServer()];
    const [ofDatabase, ofServer] = [await world.backUp(database), await world.backUp(vps)];
    await world.server.post(`/databases/remove?id=${database.id}`, world.account.live);
    await world.server.finish(world.server.operator.hosting.terminate({ id: vps.id }));
    const answers = [await world.restore(ofDatabase.id), await world.restore(ofServer.id)];
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual([
      [409, 'CONFLICT'],
      [409, 'CONFLICT'],
    ]);
    expect(answers[0]?.body.error.message).toBe(
      'The database of this backup no longer exists, so it cannot be restored.',
    );
    expect(await world.findBackup(ofDatabase.id)).toMatchObject({ status: 'completed' });
  });
});

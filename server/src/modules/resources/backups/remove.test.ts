import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from '@hostler/database';
import { type BackupWorld, openBackupWorld } from '@hostler/testing/server/backups.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

let world: BackupWorld;

beforeAll(async () => {
  world = await openBackupWorld();
});
afterEach(() => world.mendEngines());
afterAll(() => world.server.stop());

const remove = (id: number, key = world.account.live) => world.server.post('/backups/remove', key, { id });

describe('removing a backup', () => {
  it('returns its last state, deletes the record at once and the file soon after', async () => {
    const owner = await world.server.createAccount();
    const database = await world.createDatabase(owner);
    const [backup, kept] = [await world.backUp(database, owner.live), await world.backUp(database, owner.live)];
    const { status, body } = await remove(backup.id, owner.live);
    expect([status, body.message, body.data]).toEqual([200, 'Backup removed.', backup]);
    expect(await world.findBackup(backup.id, owner.live)).toBeUndefined();
    expect(await world.totals(owner.live)).toEqual({ all: 1, completed: 1 });
    await expect.poll(() => existsSync(world.fileOf(backup, owner))).toBe(false);
    expect(existsSync(world.fileOf(kept, owner))).toBe(true);
    expect((await remove(backup.id, owner.live)).status).toBe(404);
    expect((await world.restore(backup.id, owner.live)).status).toBe(404);
  });

  it('accepts id or backup_id, and answers 404 for a backup of another account', async () => {
    const backup = await world.backUp(await world.createDatabase());
    const other = await world.server.createAccount();
    expect((await remove(backup.id, other.live)).body.error).toEqual({
      code: 'NOT_FOUND',
      message: 'Backup not found.',
      reason: 'not_found',
      params: { what: 'Backup' },
    });
    expect((await world.server.post('/backups/remove', world.account.live)).body.error.code).toBe('MISSING_ID');
    const { status } = await world.server.post(`/backups/remove?backup_id=${backup.id}`, world.account.live);
    expect(status).toBe(200);
  });

  it('works for a failed backup too', async () => {
    const database = await world.createDatabase();
    await world.fail('postgresql', { operation: 'dump', code: 'refused' });
    const { body } = await world.ask(database.body);
    await world.follow(body.data.action_id);
    expect((await remove(body.data.id)).body.data).toMatchObject({ status: 'failed' });
  });

  it('is refused while the backup is created or restored, and succeeds for one of many requests', async () => {
    const database = await world.createDatabase();
    const backup = await world.backUp(database);
    await world.setReachable('postgresql', false);
    const made = await world.ask(database.body);
    const refused = await remove(made.body.data.id);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT']);
    expect(refused.body.error.message).toContain('being made');
    await world.setReachable('postgresql', true);
    await world.follow(made.body.data.action_id);

    await world.setReachable('postgresql', false);
    const restoring = await world.restore(backup.id);
    expect((await remove(backup.id)).body.error).toMatchObject({
      code: 'CONFLICT',
      message: 'This backup is being restored. Remove it when that has ended.',
    });
    await world.setReachable('postgresql', true);
    await world.follow(restoring.body.data.action_id);
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(backup.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
  });

  it('changes nothing with a test key', async () => {
    const backup = await world.backUp(await world.createDatabase());
    const { status, body } = await remove(backup.id, world.account.test);
    expect([status, body.data]).toEqual([200, backup]);
    expect(await world.findBackup(backup.id)).toEqual(backup);
    expect(existsSync(world.fileOf(backup))).toBe(true);
  });

  it('deletes the file later if the storage is unavailable', async () => {
    const backup = await world.backUp(await world.createDatabase());
    const folder = world.server.hostler.config.backupDir;
    await rename(folder, `${folder}.away`);
    await writeFile(folder, 'nothing mounted here');
    expect((await remove(backup.id)).status).toBe(200);
    const removal = await world.server.until(
      '/actions?search=backup.remove&status=running',
      world.account.live,
      (actions) => actions.some(({ resource }) => resource.id === backup.id),
    );
    await world.server.untilPostponed(removal.find(({ resource }) => resource.id === backup.id)?.id ?? 0);
    await rm(folder);
    await rename(`${folder}.away`, folder);
    await expect.poll(() => existsSync(world.fileOf(backup))).toBe(false);
  });
});

const PRETEND_ACTIVE = sql<object>(`update databases set status = 'active'`);
const PRETEND_COMPLETED = sql<object>(`update backups set status = 'completed'`);
const FORGET_JOBS = sql<object>('delete from jobs');

describe('a process that stops after answering a removal', () => {
  it('leaves the file for the next worker to delete', async () => {
    const idle = await openBackupWorld({ worker: false });
    try {
      const { server, account } = idle;
      await server.post('/databases', account.live, { name: 'shop' });
      await server.hostler.db.write(() => PRETEND_ACTIVE.run({}));
      const { body } = await server.post('/backups', account.live, { database_id: 1 });
      await server.hostler.db.write(() => PRETEND_COMPLETED.run({}));
      await server.hostler.db.write(() => FORGET_JOBS.run({}));
      await mkdir(dirname(idle.fileOf(body.data)), { recursive: true });
      await writeFile(idle.fileOf(body.data), 'content');
      expect((await server.post(`/backups/remove?id=${body.data.id}`, account.live)).status).toBe(200);
      expect(existsSync(idle.fileOf(body.data))).toBe(true);
      server.startWorker();
      await expect.poll(() => existsSync(idle.fileOf(body.data))).toBe(false);
    } finally {
      await idle.server.stop();
    }
  });
});

describe('the command backup orphans', () => {
  const orphans = (options = {}) => world.server.operator.backups.listOrphans(options);

  it('lists files without a backup, and with remove deletes only those named like a backup', async () => {
    const backup = await world.backUp(await world.createDatabase());
    const folder = world.server.hostler.config.backupDir;
    const account = `account-${world.account.id}`;
    for (const name of [`${account}/backup-999999`, 'account-999/backup-1', 'notes.txt']) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), 'left over');
    }
    const strays = [`${account}/backup-999999`, 'account-999/backup-1', 'notes.txt'];
    const found = await orphans();
    expect(found).toEqual(expect.arrayContaining(strays.map((file) => ({ file, size_bytes: 9, removed: false }))));
    expect(found.map(({ file }) => file)).not.toContain(`${account}/backup-${backup.id}`);
    await orphans({ remove: true });
    expect(await orphans()).toEqual([{ file: 'notes.txt', size_bytes: 9, removed: false }]);
    expect(existsSync(world.fileOf(backup))).toBe(true);
  });
});

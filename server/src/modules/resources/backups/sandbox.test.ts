import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { type BackupWorld, openBackupWorld } from '@hostler/testing/server/backups.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

let world: BackupWorld;

beforeAll(async () => {
  world = await openBackupWorld();
});
afterEach(() => world.mendEngines());
afterAll(() => world.server.stop());

describe('the sandbox', () => {
  it('answers as if a backup was created, creates none, and sends events to test webhooks only', async () => {
    const database = await world.createDatabase();
    const before = await world.totals(world.account.live);
    const { status, body } = await world.ask(database.body, world.account.test);
    expect(status).toBe(202);
    expect(body.data.id).toBeGreaterThan(9_000_000_000);
    expect(await world.follow(body.data.action_id, world.account.test)).toMatchObject({ status: 'succeeded' });
    expect(await world.findBackup(body.data.id, world.account.test)).toBeUndefined();
    expect(await world.eventsAbout(body.data.id, 'live')).toEqual([]);
    expect(await world.eventsAbout(body.data.id, 'test')).toMatchObject([{ id: body.data.id, status: 'completed' }]);
    expect(existsSync(world.fileOf(body.data))).toBe(false);
    expect(await world.totals(world.account.live)).toEqual(before);
  });

  it('answers as if a backup was restored and restores nothing', async () => {
    const database = await world.createDatabase();
    const backup = await world.backUp(database);
    await writeFile(database.file, 'newer than the backup');
    const { status, body } = await world.restore(backup.id, world.account.test);
    expect(status).toBe(202);
    expect(await world.follow(body.data.action_id, world.account.test)).toMatchObject({ status: 'succeeded' });
    expect(await readFile(database.file, 'utf8')).toBe('newer than the backup');
    expect(await database.status()).toBe('active');
    expect(await world.findBackup(backup.id)).toEqual(backup);
  });
});

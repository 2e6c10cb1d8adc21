import { type BackupWorld, openBackupWorld } from '@hostler/testing/server/backups.ts';
import { until } from '@hostler/testing/until.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '#kernel/time.ts';

let world: BackupWorld;

beforeAll(async () => {
  // The limits of the owner allow no backups at all.
  world = await openBackupWorld({ env: { HOSTLER_LIMITS: 'backups=0,backup_bytes=0' } });
});
afterEach(() => world.mendEngines());
afterAll(() => world.server.stop());

const last = (hosting_id: number) => world.server.operator.backups.makeLast({ hosting_id });
const suspend = (id: number) => world.server.finish(world.server.operator.hosting.suspend({ id }));
const untilState = (id: number, state: string) => until(async () => (await last(id)).state === state);

async function makeSuspended() {
  const vps = await world.createServer();
  await suspend(vps.id);
  return vps;
}

describe('a last backup', () => {
  it('of a suspended VPS is created once, is verified, belongs to the owner, and outlives the VPS', async () => {
    const { id } = await makeSuspended();
    const begun = await last(id);
    expect(begun).toMatchObject({ state: 'making', error: null });
    await untilState(id, 'verified');
    expect(await last(id)).toEqual({ ...begun, state: 'verified' });
    expect(await world.findBackup(begun.backup_id)).toMatchObject({
      name: expect.stringMatching(/^Last backup of vps-\d+\.test$/),
      status: 'completed',
      resource: { type: 'hosting', id },
      verified_at: expect.any(String),
      checksum: expect.any(String),
    });
    await world.server.finish(world.server.operator.hosting.terminate({ id }));
    expect(await world.findBackup(begun.backup_id)).toMatchObject({ status: 'completed' });
    await expect(last(id)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('says why it failed and is retried with growing delays', async () => {
    const { id } = await makeSuspended();
    await world.fail('vps', { operation: 'export', code: 'refused' }, 2);
    const first = await last(id);
    await untilState(id, 'failed');
    expect(await last(id)).toEqual({ ...first, state: 'failed', error: 'The engine said no.' });
    world.server.clock.advance(HOUR + MINUTE);
    const second = await last(id);
    expect(second).toMatchObject({ state: 'making' });
    expect(second.backup_id).not.toBe(first.backup_id);
    await untilState(id, 'failed');
    world.server.clock.advance(HOUR + MINUTE);
    expect(await last(id)).toMatchObject({ state: 'failed' });
    world.server.clock.advance(HOUR);
    await untilState(id, 'verified');
  });

  it('that is older than the current suspension does not count', async () => {
    const { id } = await makeSuspended();
    await untilState(id, 'verified');
    const before = await last(id);
    await world.server.finish(world.server.operator.hosting.unsuspend({ id }));
    await expect(last(id)).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringMatching(/is running/) });
    world.server.clock.advance(MINUTE);
    await suspend(id);
    const after = await last(id);
    expect(after).toMatchObject({ state: 'making' });
    expect(after.backup_id).not.toBe(before.backup_id);
    await untilState(id, 'verified');
  });

  it('cannot be removed before the VPS is terminated', async () => {
    const { id } = await makeSuspended();
    await untilState(id, 'verified');
    const { backup_id } = await last(id);
    const remove = async () =>
      (await world.server.post('/backups/remove', world.account.live, { id: backup_id })).status;
    expect(await remove()).toBe(409);
    await world.server.finish(world.server.operator.hosting.terminate({ id }));
    expect(await remove()).toBe(200);
  });

  it('waits while the engine is unreachable', async () => {
    const { id } = await makeSuspended();
    await world.setReachable('vps', false);
    expect(await last(id)).toMatchObject({ state: 'making' });
    expect(await last(id)).toMatchObject({ state: 'making' });
    await world.setReachable('vps', true);
    world.server.clock.advance(MINUTE);
    await untilState(id, 'verified');
  });
});

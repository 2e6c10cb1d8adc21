import { readFile, writeFile } from 'node:fs/promises';
import { type BackupWorld, openBackupWorld, type Subject } from '@hostler/testing/server/backups.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSimulatedVps } from '#engines/vps/simulated.ts';

interface Snapshot {
  id: number;
  status: string;
  error: string | null;
  action_id: number;
}

let world: BackupWorld;

beforeAll(async () => {
  world = await openBackupWorld({ env: { HOSTLER_SNAPSHOTS_PER_SERVER: '2' } });
});
afterEach(() => world.mendEngines());
afterAll(() => world.server.stop());

const post = (path: string, body: object, key = world.account.live) => world.server.post<Snapshot>(path, key, body);
const ask = (hosting_id: number, name?: string) =>
  post('/hosting/snapshots', { hosting_id, ...(name ? { name } : {}) });
const restore = (snapshot_id: number) => post('/hosting/snapshots/restore', { snapshot_id });
const remove = (snapshot_id: number) => post('/hosting/snapshots/remove', { snapshot_id });
const list = async (hosting_id: number) =>
  (await world.server.get<Snapshot[]>(`/hosting/snapshots?hosting_id=${hosting_id}`, world.account.live)).body.data;
const engine = () => createSimulatedVps({ dir: world.engineDir('vps') });

async function snapshotOf({ id }: Subject): Promise<Snapshot> {
  const { status, body } = await ask(id);
  expect(status).toBe(202);
  expect(await world.follow(body.data.action_id)).toMatchObject({ type: 'snapshot.create', status: 'succeeded' });
  return body.data;
}

describe('a snapshot', () => {
  it('is created, listed, restored and removed', async () => {
    const vps = await world.createServer();
    await writeFile(vps.file, 'good');
    const { status, headers, body } = await ask(vps.id, 'Before the upgrade');
    expect(status).toBe(202);
    expect(headers.get('location')).toBe(`/api/v1/actions/show?id=${body.data.action_id}`);
    expect(body.data).toMatchObject({ hosting_id: vps.id, name: 'Before the upgrade', status: 'creating' });
    await world.follow(body.data.action_id);
    expect(await list(vps.id)).toEqual([
      expect.objectContaining({ id: body.data.id, status: 'available', size_bytes: 4, error: null }),
    ]);
    await writeFile(vps.file, 'ruined');
    const restored = await restore(body.data.id);
    expect(restored.body.data).toMatchObject({ id: body.data.id, status: 'restoring' });
    expect(await world.follow(restored.body.data.action_id)).toMatchObject({ status: 'succeeded' });
    expect(await readFile(vps.file, 'utf8')).toBe('good');
    expect(await vps.status()).toBe('running');
    expect(await list(vps.id)).toMatchObject([{ status: 'available' }]);
    const removed = await remove(body.data.id);
    expect([removed.status, await list(vps.id)]).toEqual([202, []]);
    expect(await world.follow(removed.body.data.action_id)).toMatchObject({ status: 'succeeded' });
    expect((await restore(body.data.id)).status).toBe(404);
  });

  it('of a stopped VPS leaves it stopped after a restore', async () => {
    const vps = await world.createServer();
    await world.server.finish(world.server.operator.hosting.stop({ id: vps.id }));
    const { id } = await snapshotOf(vps);
    await world.follow((await restore(id)).body.data.action_id);
    expect(await vps.status()).toBe('stopped');
    expect((await engine().inspect(await world.machineName(vps.id)))?.status).toBe('stopped');
  });

  it('brings back the disk, and neither an older size nor older keys', async () => {
    const vps = await world.createServer();
    const { id } = await snapshotOf(vps);
    const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBUqjP2pxLkeDws9S2k7AMhNoJRC1nrZtLxx1MgG7Cx1 new';
    const access = await post('/hosting/access', { id: vps.id, ssh_keys: [key] });
    await world.follow(access.body.data.action_id);
    await world.server.operator.plans.create({ name: `L${id}`, price: 900, vcpus: 8, memory_mb: 8192, disk_gb: 100 });
    await world.server.finish(world.server.operator.hosting.resize({ id: vps.id, plan: `L${id}` }));
    expect(await world.follow((await restore(id)).body.data.action_id)).toMatchObject({ status: 'succeeded' });
    const name = await world.machineName(vps.id);
    const state = JSON.parse(await readFile(`${world.engineDir('vps')}/machines/${name}/state.json`, 'utf8'));
    expect(state.spec).toMatchObject({ vcpus: 8, memoryMb: 8192, diskGb: 100, sshKeys: [key] });
  });

  it('that fails stays with its reason, counts, and can be removed', async () => {
    const vps = await world.createServer();
    await world.fail('vps', { operation: 'createSnapshot', code: 'refused' });
    const { body } = await ask(vps.id);
    expect(await world.follow(body.data.action_id)).toMatchObject({ status: 'failed' });
    expect(await list(vps.id)).toMatchObject([{ status: 'failed', error: 'The engine said no.', size_bytes: null }]);
    expect((await restore(body.data.id)).body.error).toMatchObject({ code: 'CONFLICT' });
    expect((await remove(body.data.id)).status).toBe(202);
    expect(await list(vps.id)).toEqual([]);
    expect(await vps.status()).toBe('running');
  });

  it('whose restore fails stays available, and the VPS runs again', async () => {
    const vps = await world.createServer();
    await writeFile(vps.file, 'good');
    const { id } = await snapshotOf(vps);
    await writeFile(vps.file, 'newer');
    await world.fail('vps', { operation: 'restoreSnapshot', code: 'refused' });
    expect(await world.follow((await restore(id)).body.data.action_id)).toMatchObject({
      status: 'failed',
      error: { message: 'The engine said no.' },
    });
    expect(await readFile(vps.file, 'utf8')).toBe('newer');
    expect([await vps.status(), (await list(vps.id))[0]?.status]).toEqual(['running', 'available']);
  });
});

describe('snapshots of a VPS', () => {
  it('are limited, and the setting names the limit', async () => {
    const vps = await world.createServer();
    await snapshotOf(vps);
    await snapshotOf(vps);
    const { status, body } = await ask(vps.id);
    expect(status).toBe(409);
    expect(body.error).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      message: expect.stringContaining('limit of 2 snapshots'),
    });
    expect(await vps.status()).toBe('running');
    // The refused request has not left the VPS busy.
    expect((await post('/hosting/restart', { id: vps.id })).status).toBe(202);
  });

  it('are refused while the VPS is busy, suspended or terminating', async () => {
    const vps = await world.createServer();
    const { id } = await snapshotOf(vps);
    await world.setReachable('vps', false);
    await ask(vps.id);
    for (const { status, body } of [await ask(vps.id), await restore(id), await remove(id)]) {
      expect([status, body.error.message]).toEqual([409, expect.stringContaining('being snapshotted')]);
    }
    expect((await post('/hosting/restart', { id: vps.id })).status).toBe(409);
    await world.setReachable('vps', true);
    world.server.clock.advance(60_000);
    await world.server.until<Snapshot[]>(`/hosting/snapshots?hosting_id=${vps.id}`, world.account.live, (all) =>
      all.every(({ status }) => status === 'available'),
    );
    await world.server.finish(world.server.operator.hosting.suspend({ id: vps.id }));
    for (const { status, body } of [await ask(vps.id), await restore(id), await remove(id)]) {
      expect([status, body.error.message]).toEqual([409, expect.stringContaining('is suspended')]);
    }
    await world.server.finish(world.server.operator.hosting.terminate({ id: vps.id }));
    expect([(await ask(vps.id)).status, (await restore(id)).status]).toEqual([409, 404]);
    expect(await list(vps.id)).toEqual([]);
  });

  it('prevent the restore of a backup, which would delete them', async () => {
    const vps = await world.createServer();
    const backup = await world.backUp(vps);
    const { id } = await snapshotOf(vps);
    const { status, body } = await world.restore(backup.id);
    expect([status, body.error.message]).toEqual([409, expect.stringContaining('has 1 snapshot')]);
    await remove(id);
    const restored = await world.restore(backup.id);
    expect(await world.follow(restored.body.data.action_id)).toMatchObject({ status: 'succeeded' });
  });

  it('of another account do not exist', async () => {
    const vps = await world.createServer();
    const { id } = await snapshotOf(vps);
    const { live } = await world.server.createAccount();
    expect((await post('/hosting/snapshots', { hosting_id: vps.id }, live)).status).toBe(404);
    expect((await post('/hosting/snapshots/restore', { snapshot_id: id }, live)).status).toBe(404);
    expect((await post('/hosting/snapshots/remove', { snapshot_id: id }, live)).status).toBe(404);
    expect((await world.server.get(`/hosting/snapshots?hosting_id=${vps.id}`, live)).status).toBe(404);
    expect((await world.server.get('/hosting/snapshots', live)).body.data).toEqual([]);
  });

  it('are listed for staff with their customers', async () => {
    const vps = await world.createServer();
    const { id } = await snapshotOf(vps);
    const rows = await world.server.run<object[]>('snapshot list', '--account', world.account.id);
    expect(rows).toContainEqual(
      expect.objectContaining({ id, hosting_id: vps.id, account_id: world.account.id, status: 'available' }),
    );
  });
});

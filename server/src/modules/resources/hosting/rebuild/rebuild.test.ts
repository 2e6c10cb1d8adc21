import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failNext } from '#engines/simulation/faults.ts';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBUqjP2pxLkeDws9S2k7AMhNoJRC1nrZtLxx1MgG7Cx1';
const USER_DATA = '#cloud-config\npackages: [nginx]\n';

let server: TestServer;
let account: TestAccount;
let engineDir: string;

beforeAll(async () => {
  server = await startTestServer();
  account = await server.createAccount();
  engineDir = join(server.dataDir, 'simulated', 'vps');
  await server.operator.plans.create({
    ...{ name: 'Base', price: 0, image: 'debian/13', images: ['alpine/3.22'], disk_gb: 10 },
  });
});
afterAll(() => server.stop());

const make = async (plan?: string) => {
  const order = { account_id: account.id, hostname: 'a.example.com', ssh_keys: [KEY], plan };
  return (await server.finish(server.operator.hosting.create(order))).id;
};
const rebuild = (id: number, body: object, key = account.live) => server.post('/hosting/rebuild', key, { id, ...body });
const show = async (id: number) => (await server.get(`/hosting/show?id=${id}`, account.live)).body.data;
const machineOf = async (id: number) =>
  JSON.parse(await readFile(join(engineDir, 'machines', `vps-${id}`, 'state.json'), 'utf8'));

describe('a rebuild', () => {
  it('gives the server another system and keeps everything else', async () => {
    const id = await make();
    const before = await show(id);
    const { status, body } = await rebuild(id, { image: 'alpine/3.22', user_data: USER_DATA });
    expect([status, body.data.status]).toEqual([202, 'rebuilding']);
    expect(await server.endOf(body.data.action_id, account.live)).toMatchObject({
      type: 'hosting.rebuild',
      status: 'succeeded',
    });
    const { updated_at: _, ...same } = before;
    expect(await show(id)).toMatchObject({ ...same, image: 'alpine/3.22', status: 'running' });
    const { spec, rebuilt } = await machineOf(id);
    expect(spec).toMatchObject({ image: 'alpine/3.22', userData: USER_DATA, sshKeys: [KEY] });
    expect(rebuilt).toEqual(expect.any(String));
  });

  it('replaces the keys if some are given, and starts a stopped server', async () => {
    const id = await make();
    await server.finish(server.operator.hosting.stop({ id }));
    const { body } = await rebuild(id, { image: 'debian/13', ssh_keys: [] });
    await server.endOf(body.data.action_id, account.live);
    expect((await show(id)).status).toBe('running');
    expect((await server.get(`/hosting/ssh-keys?id=${id}`, account.live)).body.data.ssh_keys).toEqual([]);
    expect((await machineOf(id)).spec).not.toHaveProperty('userData');
  });

  it('leaves the old system running if the engine refuses the new one', async () => {
    const id = await make();
    await failNext(engineDir, { operation: 'rebuild', target: `vps-${id}`, code: 'refused', message: 'No.', times: 1 });
    const { body } = await rebuild(id, { image: 'alpine/3.22', ssh_keys: [] });
    expect(await server.endOf(body.data.action_id, account.live)).toMatchObject({ status: 'failed' });
    expect(await show(id)).toMatchObject({ status: 'running', image: 'debian/13' });
    expect((await server.get(`/hosting/ssh-keys?id=${id}`, account.live)).body.data.ssh_keys).toEqual([KEY]);
  });

  it('accepts the images of the plan and the current one, even if it is deprecated', async () => {
    const id = await make('Base');
    const other = await rebuild(id, { image: 'windows/95' });
    expect([other.status, other.body.error.details]).toEqual([
      422,
      [
        {
          field: 'image',
          message: 'must be one of debian/13, alpine/3.22.',
          reason: 'image_not_offered',
          params: { images: 'debian/13, alpine/3.22' },
        },
      ],
    ]);
    await server.operator.images.add({ slug: 'alpine/3.22', min_disk_gb: 11 });
    expect((await rebuild(id, { image: 'alpine/3.22' })).status).toBe(422);
    await server.operator.images.add({ slug: 'debian/13' });
    await server.operator.images.deprecate({ slug: 'debian/13' });
    expect((await rebuild(id, { image: 'debian/13' })).status).toBe(202);
    for (const slug of ['alpine/3.22', 'debian/13']) await server.operator.images.remove({ slug });
  });

  it('is refused while the server is protected, suspended or busy', async () => {
    const id = await make();
    await server.post('/hosting/update', account.live, { id, protected: true });
    const refused = await rebuild(id, { image: 'debian/13' });
    expect([refused.status, refused.body.error.message]).toMatchObject([409, expect.stringContaining('protected')]);
    await server.post('/hosting/update', account.live, { id, protected: false });
    const { body } = await server.post('/hosting/stop', account.live, { id });
    expect((await rebuild(id, { image: 'debian/13' })).status).toBe(409);
    await server.endOf(body.data.action_id, account.live);
    await server.finish(server.operator.hosting.suspend({ id }));
    expect((await rebuild(id, { image: 'debian/13' })).status).toBe(409);
    expect((await show(id)).status).toBe('suspended');
  });

  it('is refused while the server has snapshots', async () => {
    const id = await make();
    const { body } = await server.post(`/hosting/snapshots?hosting_id=${id}`, account.live, { name: 'kept' });
    await server.endOf(body.data.action_id, account.live);
    const refused = await rebuild(id, { image: 'debian/13' });
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      'This server has 1 snapshot and cannot be rebuilt: the snapshots would be lost. Remove them first.',
    ]);
    expect((await show(id)).status).toBe('running');
  });

  it('refuses invalid user data and keys, and is simulated with a test key', async () => {
    const id = await make();
    const wrong = await rebuild(id, { image: 'debian/13', user_data: 'hello' });
    expect(wrong.body.error.details?.[0]?.field).toBe('user_data');
    const odd = await rebuild(id, { image: 'debian/13', ssh_keys: ['x'] });
    expect(odd.body.error.details?.[0]?.field).toBe('ssh_keys[0]');
    const { status, body } = await rebuild(id, { image: 'alpine/3.22' }, account.test);
    expect([status, body.data.status]).toEqual([202, 'rebuilding']);
    expect(await show(id)).toMatchObject({ status: 'running', image: 'debian/13' });
  });
});

describe('the rescue system', () => {
  const rescue = (id: number, enabled: boolean, key = account.live) =>
    server.post('/hosting/rescue', key, { id, enabled });

  it('runs with credentials that are returned once, until it is left', async () => {
    const id = await make();
    const entered = (await rescue(id, true)).body.data;
    expect(entered.credentials).toEqual({ user: 'root', password: expect.stringMatching(/^\w{24}$/) });
    await server.endOf(entered.action_id, account.live);
    expect(await show(id)).toMatchObject({ status: 'running', rescue: true });
    expect(await machineOf(id)).toHaveProperty('rescueHash');
    const left = (await rescue(id, false)).body.data;
    expect(left.credentials).toBeNull();
    await server.endOf(left.action_id, account.live);
    expect(await show(id)).toMatchObject({ status: 'running', rescue: false });
    expect(await machineOf(id)).not.toHaveProperty('rescueHash');
    expect((await rescue(id, false)).status).toBe(409);
  });

  it('ends with a restored snapshot, and not with one that the engine refuses', async () => {
    const id = await make();
    const taken = (await server.post(`/hosting/snapshots?hosting_id=${id}`, account.live, {})).body.data;
    await server.endOf(taken.action_id, account.live);
    await server.endOf((await rescue(id, true)).body.data.action_id, account.live);
    const restore = async () => {
      const { body } = await server.post('/hosting/snapshots/restore', account.live, { snapshot_id: taken.id });
      return (await server.endOf(body.data.action_id, account.live)).status;
    };
    const refusal = { operation: 'restoreSnapshot', target: `vps-${id}`, code: 'refused', message: 'No.' } as const;
    await failNext(engineDir, { ...refusal, times: 1 });
    expect([await restore(), (await show(id)).rescue]).toEqual(['failed', true]);
    expect(await machineOf(id)).toHaveProperty('rescueHash');
    expect([await restore(), (await show(id)).rescue]).toEqual(['succeeded', false]);
    expect(await machineOf(id)).not.toHaveProperty('rescueHash');
    expect((await rescue(id, false)).status).toBe(409);
  });
});

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hosting } from '@hostler/testing/api-types.ts';
import type { Given } from '@hostler/testing/server/operator.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failNext, setReachable } from '#engines/simulation/faults.ts';
import { createSimulatedVps } from '#engines/vps/simulated.ts';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBUqjP2pxLkeDws9S2k7AMhNoJRC1nrZtLxx1MgG7Cx1';
const OTHER = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIDJhKJ14IQFASKlWnmYphK/bf8WjIE+n/tr+f+OAH2oB';

let server: TestServer;
let account: TestAccount;
let engineDir: string;

beforeAll(async () => {
  server = await startTestServer();
  account = await server.createAccount();
  engineDir = join(server.dataDir, 'simulated', 'vps');
});
afterAll(() => server.stop());

const make = (options: Partial<Given<'hosting', 'create'>> = {}) =>
  server.finish(server.operator.hosting.create({ account_id: account.id, hostname: 'shop.example.com', ...options }));
const show = async (id: number) => (await server.get(`/hosting/show?id=${id}`, account.live)).body.data;
const access = (id: number, ssh_keys: unknown, key = account.live) =>
  server.post('/hosting/access', key, { id, ssh_keys });
const follow = (id: number, key = account.live) => server.endOf(id, key);
/** Returns the keys that the machine accepts. */
const keysOf = async (id: number): Promise<string[]> =>
  JSON.parse(await readFile(join(engineDir, 'machines', `vps-${id}`, 'state.json'), 'utf8')).spec.sshKeys;

async function setKeys(id: number, ssh_keys: string[]) {
  const { status, body } = await access(id, ssh_keys);
  expect(status).toBe(202);
  return follow(body.data.action_id);
}

describe('SSH access to a VPS', () => {
  it('is given to the keys in the creation request, without duplicates', async () => {
    const { id } = await make({ ssh_keys: [`${KEY} me`, OTHER, KEY] });
    expect(await keysOf(id)).toEqual([`${KEY} me`, OTHER]);
    expect(await keysOf((await make()).id)).toEqual([]);
  });

  it('is given to the keys of --ssh-key-file or of a subscription order', async () => {
    const file = join(server.dataDir, 'authorized_keys');
    const given = ['--account', account.id, '--hostname', 'shop.example.com'];
    await writeFile(file, `# ours\n\n${KEY} one\n${OTHER}\n`);
    const { id } = await server.run<Hosting>('hosting create', ...given, '--ssh-key-file', file, '--wait');
    expect(await keysOf(id)).toEqual([`${KEY} one`, OTHER]);
    await server.operator.plans.create({ name: 'Plan', price: 0 });
    const order = { account_id: account.id, plan: 'Plan', hostname: 'b.example.com', ssh_keys: [OTHER] };
    const hosting_id = Number((await server.operator.subscriptions.create(order)).hosting_id);
    await server.until(`/hosting/show?id=${hosting_id}`, account.live, ({ status }) => status === 'running');
    expect(await keysOf(hosting_id)).toEqual([OTHER]);
  });

  it('is refused for an invalid key before anything is created', async () => {
    const wrong = { details: [{ field: 'ssh_keys[1]' }], code: 'VALIDATION_ERROR' };
    await expect(make({ ssh_keys: [KEY, 'no key'] })).rejects.toMatchObject(wrong);
    const file = server.run('hosting create', '--account', account.id, '--hostname', 'a', '--ssh-key-file', '/nowhere');
    await expect(file).rejects.toThrow('The file /nowhere cannot be read.');
    const order = { account_id: account.id, plan: 'Plan', ssh_keys: [KEY] };
    const missing = { details: [{ field: 'hostname' }] };
    await expect(server.operator.subscriptions.create(order)).rejects.toMatchObject(missing);
  });

  it('is replaced as a whole on a running or stopped VPS, and can be removed', async () => {
    const { id } = await make({ ssh_keys: [KEY] });
    const before = await show(id);
    expect(await setKeys(id, [` ${OTHER}   new  laptop\n`])).toMatchObject({
      type: 'hosting.access',
      status: 'succeeded',
    });
    expect(await keysOf(id)).toEqual([`${OTHER} new laptop`]);
    const { updated_at: _, ...same } = before;
    expect(await show(id)).toMatchObject(same);

    const stop = await server.post(`/hosting/stop?id=${id}`, account.live);
    await follow(stop.body.data.action_id);
    await setKeys(id, [KEY, OTHER]);
    expect(await keysOf(id)).toEqual([KEY, OTHER]);
    await setKeys(id, []);
    expect(await keysOf(id)).toEqual([]);
    expect(await show(id)).toMatchObject({ status: 'stopped' });
  });

  it('is kept by a machine that is created again from a backup', async () => {
    const { id } = await make();
    await setKeys(id, [OTHER]);
    const backup = await server.post('/backups', account.live, { hosting_id: id });
    await follow(backup.body.data.action_id);
    await createSimulatedVps({ dir: engineDir }).destroy(`vps-${id}`);
    const restore = await server.post('/backups/restore', account.live, { id: backup.body.data.id });
    expect(await follow(restore.body.data.action_id ?? 0)).toMatchObject({ status: 'succeeded' });
    expect(await keysOf(id)).toEqual([OTHER]);
  });

  it('is refused with every invalid key named, or the list itself', async () => {
    const { id } = await make({ ssh_keys: [KEY] });
    const fieldsOf = async (ssh_keys: unknown) => {
      const { status, body } = await access(id, ssh_keys);
      expect([status, body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
      return body.error.details?.map(({ field }) => field);
    };
    expect(await fieldsOf([KEY, 'x', OTHER, `command="x" ${KEY}`])).toEqual(['ssh_keys[1]', 'ssh_keys[3]']);
    expect(await fieldsOf([KEY, 7])).toEqual(['ssh_keys[1]']);
    expect(await fieldsOf(Array(51).fill(KEY))).toEqual(['ssh_keys']);
    expect(await fieldsOf(KEY)).toEqual(['ssh_keys']);
    expect(await fieldsOf(undefined)).toEqual(['ssh_keys']);
    expect(await keysOf(id)).toEqual([KEY]);
    // The body is validated before the VPS is looked up.
    expect((await access(999_999, ['x'])).status).toBe(422);
    expect((await access(999_999, [KEY])).status).toBe(404);
  });

  it('cannot be changed during another action or on a suspended or terminated VPS', async () => {
    const { id } = await make();
    await setReachable(engineDir, false);
    const first = await access(id, [KEY]);
    const busy = await access(id, [OTHER]);
    const stop = await server.post(`/hosting/stop?id=${id}`, account.live);
    await setReachable(engineDir, true);
    for (const { status, body } of [busy, stop]) {
      expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
      expect(body.error.message).toContain('being given its keys');
    }
    await follow(first.body.data.action_id);
    for (const verb of ['suspend', 'terminate'] as const) {
      await server.finish(server.operator.hosting[verb]({ id }));
      const { status, body } = await access(id, [OTHER]);
      expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
    }
  });

  it('stays unchanged if the engine refuses the change', async () => {
    const { id } = await make({ ssh_keys: [KEY] });
    const fault = { operation: 'setAccess', target: `vps-${id}`, code: 'refused', message: 'No.' } as const;
    await failNext(engineDir, { ...fault, stage: 'halfway', times: 1 });
    expect(await setKeys(id, [OTHER])).toMatchObject({ status: 'failed', error: { message: 'No.' } });
    expect(await keysOf(id)).toEqual([KEY]);
    expect(await show(id)).toMatchObject({ status: 'running' });
    expect(await setKeys(id, [OTHER])).toMatchObject({ status: 'succeeded' });
  });

  it('is simulated with a test key, with the same validation', async () => {
    const { id } = await make({ ssh_keys: [KEY] });
    const { status, body, headers } = await access(id, [OTHER], account.test);
    expect([status, headers.get('x-environment')]).toEqual([202, 'sandbox']);
    expect(await follow(body.data.action_id, account.test)).toMatchObject({
      type: 'hosting.access',
      status: 'succeeded',
    });
    expect(await keysOf(id)).toEqual([KEY]);
    expect((await access(id, ['x'], account.test)).status).toBe(422);
  });
});

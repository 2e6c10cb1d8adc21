import { readFile, writeFile } from 'node:fs/promises';
import { type BackupWorld, openBackupWorld, type Subject } from '@hostler/testing/server/backups.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findSimulatedDisk } from '#engines/vps/simulated.ts';
import type { Scope } from '#kernel/scopes.ts';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBUqjP2pxLkeDws9S2k7AMhNoJRC1nrZtLxx1MgG7Cx1 new';

let world: BackupWorld;
let vps: Subject;
let snapshot: number;
let backup: number;

beforeAll(async () => {
  world = await openBackupWorld({ env: { HOSTLER_PAYMENT_DRIVERS: 'transfer' } });
  const { plans } = world.server.operator;
  await plans.create({ name: 'Enough', price: 1000, vcpus: 1, memory_mb: 1024, disk_gb: 500 });
  await plans.create({ name: 'Free', price: 0, vcpus: 1, memory_mb: 1024, disk_gb: 500 });
  await plans.create({ name: 'Small', price: 500, vcpus: 1, memory_mb: 1024, disk_gb: 1 });
  await plans.create({ name: 'Machine', price: 500, disk_gb: 500, kind: 'virtual-machine' });
  const staff = ['--email', 'night@example.net', '--role', 'technician', '--password', 'correct horse battery'];
  await world.server.run('operator create', ...staff);
  vps = await world.createServer();
  await writeFile(vps.file, 'original');
  snapshot = await makeSnapshot();
  backup = (await world.backUp(vps)).id;
  await writeFile(vps.file, 'changed');
});
afterEach(() => world.mendEngines());
afterAll(() => world.server.stop());

const order = (body: object, key = world.account.live) =>
  world.server.post('/subscriptions', key, { plan: 'Enough', hostname: 'copy.example.com', ...body });
const restore = (body: object, key = world.account.live) =>
  world.server.post('/backups/restore', key, { id: backup, ...body });
const show = async (id: number) =>
  (await world.server.get(`/subscriptions/show?id=${id}`, world.account.live)).body.data;

async function makeSnapshot(): Promise<number> {
  const { body } = await world.server.post('/hosting/snapshots', world.account.live, { hosting_id: vps.id });
  await world.follow(body.data.action_id);
  return body.data.id;
}

async function pay(subscription: number): Promise<number> {
  const path = `/subscriptions/invoices?subscription_id=${subscription}` as const;
  const [invoice] = (await world.server.get(path, world.account.live)).body.data;
  await world.server.operator.payments.create({ invoice_id: invoice?.id ?? 0 });
  return (await show(subscription)).hosting_id ?? 0;
}

async function readCopy(hosting: number): Promise<string> {
  await world.server.until(`/hosting/show?id=${hosting}`, world.account.live, ({ status }) => status === 'running');
  return await readFile(findSimulatedDisk(world.engineDir('vps'), await world.machineName(hosting)), 'utf8');
}

describe('an order of a server', () => {
  it('from a snapshot copies its disk once it is paid', async () => {
    const { status, body } = await order({ snapshot_id: snapshot, ssh_keys: [KEY] });
    expect([status, body.data.status, body.data.hosting_id]).toEqual([201, 'pending', null]);
    const hosting = await pay(body.data.id);
    expect(await readCopy(hosting)).toBe('original');
    const { data } = (await world.server.get(`/hosting/show?id=${hosting}`, world.account.live)).body;
    expect(data).toMatchObject({ hostname: 'copy.example.com', plan: 'Enough', disk_gb: 500 });
    const keys = await world.server.get(`/hosting/ssh-keys?id=${hosting}`, world.account.live);
    expect(keys.body.data.ssh_keys).toEqual([KEY]);
    expect(await readFile(vps.file, 'utf8')).toBe('changed');
  });

  it('from a backup restores its archive once it is paid', async () => {
    const { body } = await order({ backup_id: backup });
    expect(await readCopy(await pay(body.data.id))).toBe('original');
  });

  it('needs the scope that a restore of its source needs: the new server has its data', async () => {
    const scopes = { snapshot_id: 'hosting.write', backup_id: 'backups.write' } as const;
    const sources = { snapshot_id: snapshot, backup_id: backup };
    for (const field of ['snapshot_id', 'backup_id'] as const) {
      const ask = async (...more: Scope[]) => {
        const granted: Scope[] = ['billing.read', 'billing.write', 'hosting.read', 'backups.read', ...more];
        const { key } = await world.server.createKey(world.account.id, 'live', { scopes: granted });
        return await order({ [field]: sources[field], ssh_keys: [KEY] }, key);
      };
      const refused = await ask();
      expect([refused.status, refused.body.error?.code]).toEqual([403, 'FORBIDDEN']);
      expect((await ask(scopes[field])).status).toBe(201);
    }
  });

  it('is refused if the plan or another field does not fit', async () => {
    const small = await order({ plan: 'Small', snapshot_id: snapshot });
    expect([small.status, small.body.error.message]).toEqual([409, expect.stringContaining('Choose a larger plan')]);
    expect((await order({ plan: 'Machine', backup_id: backup })).status).toBe(409);
    for (const wrong of [{ backup_id: backup }, { image: 'debian/13' }, { image: 'debian-13' }]) {
      expect((await order({ snapshot_id: snapshot, ...wrong })).status).toBe(422);
    }
    const database = await world.backUp(await world.createDatabase());
    expect((await order({ backup_id: database.id })).status).toBe(409);
  });

  it('from a source of another account is not found', async () => {
    const { live } = await world.server.createAccount();
    expect((await order({ snapshot_id: snapshot }, live)).status).toBe(404);
    expect((await order({ backup_id: backup }, live)).status).toBe(404);
    expect((await restore({ hostname: 'a.test', plan: 'Enough' }, live)).status).toBe(404);
  });

  it('whose snapshot is removed before the payment names the reason, and staff are notified', async () => {
    const short = await makeSnapshot();
    const { body } = await order({ snapshot_id: short });
    await world.server.post('/hosting/snapshots/remove', world.account.live, { snapshot_id: short });
    const hosting = await pay(body.data.id);
    const shown = await world.server.until(
      `/hosting/show?id=${hosting}`,
      world.account.live,
      ({ status_reason }) => status_reason !== null,
    );
    expect(shown).toMatchObject({
      status: 'provisioning',
      status_reason: 'The snapshot does not exist any more. Write to support, or cancel the order.',
    });
    expect(await show(body.data.id)).toMatchObject({ status: 'pending' });
    await world.server.runUpkeep('subscriptions.deliver');
    const mails = await world.server.run<{ kind: string }[]>('mail list', '--kind', 'order-undelivered');
    expect(mails).not.toEqual([]);
  });
});

describe('a restore to a new server', () => {
  it('is an order, which creates the server when it is paid', async () => {
    const { status, body } = await restore({ hostname: 'second.example.com', plan: 'Enough' });
    expect(status).toBe(202);
    expect(body.data).toMatchObject({ id: backup, status: 'completed', action_id: null });
    const hosting = await pay(body.data.subscription_id ?? 0);
    expect(await readCopy(hosting)).toBe('original');
    expect(await readFile(vps.file, 'utf8')).toBe('changed');
  });

  it('returns the action that creates the server if nothing is to be paid', async () => {
    const { status, body } = await restore({ hostname: 'free.example.com', plan: 'Free' });
    expect(status).toBe(202);
    const action = await world.follow(body.data.action_id);
    const { hosting_id } = await show(body.data.subscription_id ?? 0);
    expect(action).toMatchObject({ type: 'hosting.create', status: 'succeeded', resource: { id: hosting_id } });
    expect(await readCopy(hosting_id ?? 0)).toBe('original');
  });

  it('needs both fields, a plan that fits, and the scope of orders', async () => {
    for (const body of [{ hostname: 'a.test' }, { plan: 'Enough' }]) {
      expect((await restore(body)).body.error.code).toBe('VALIDATION_ERROR');
    }
    expect((await restore({ hostname: 'a.test', plan: 'Small' })).status).toBe(409);
    expect((await restore({ hostname: 'a.test', plan: 'None' })).status).toBe(404);
    const { key } = await world.server.createKey(world.account.id, 'live', { scopes: ['backups.write'] });
    const refused = await restore({ hostname: 'a.test', plan: 'Enough' }, key);
    expect([refused.status, refused.body.error.message]).toEqual([403, expect.stringContaining('billing.write')]);
  });
});

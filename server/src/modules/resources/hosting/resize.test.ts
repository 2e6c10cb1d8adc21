import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from '@hostler/database';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { until } from '@hostler/testing/until.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failNext, setReachable } from '#engines/simulation/faults.ts';
import { HOUR } from '#kernel/time.ts';

let server: TestServer;
let account: TestAccount;
let engineDir: string;

beforeAll(async () => {
  server = await startTestServer();
  account = await server.createAccount();
  engineDir = join(server.dataDir, 'simulated', 'vps');
  const { plans } = server.operator;
  await plans.create({ name: 'Small', price: 500, vcpus: 1, memory_mb: 1024, disk_gb: 20 });
  await plans.create({ name: 'Large', price: 900, vcpus: 4, memory_mb: 4096, disk_gb: 80, processes: 900 });
  await plans.create({ name: 'Tiny', price: 100, vcpus: 1, memory_mb: 512, disk_gb: 10 });
});
afterAll(() => server.stop());

const TRIES = sql<object, { tries: number }>(`select max(attempts) as tries from jobs where kind = 'hosting.resize'`);
const small = { vcpus: 1, memory_mb: 1024, disk_gb: 20, plan: 'Small' };
const large = { vcpus: 4, memory_mb: 4096, disk_gb: 80, plan: 'Large' };
const make = () =>
  server.finish(server.operator.hosting.create({ account_id: account.id, hostname: 'a.example.com', plan: 'Small' }));
const resize = (id: number, plan = 'Large') => server.operator.hosting.resize({ id, plan });
const show = async (id: number) => (await server.get(`/hosting/show?id=${id}`, account.live)).body.data;
const follow = (id: number | null) => server.endOf(id, account.live);
const specOf = async (id: number) =>
  JSON.parse(await readFile(join(engineDir, 'machines', `vps-${id}`, 'state.json'), 'utf8')).spec;
const fail = (id: number, fault: { operation: string; code: 'refused' | 'unreachable'; stage?: 'halfway' }) =>
  failNext(engineDir, { target: `vps-${id}`, message: 'Not now.', times: 1, ...fault });

describe('a resize', () => {
  it('changes the machine and then the record, with the name and resource limits of the plan', async () => {
    const { id } = await make();
    const queued = await resize(id);
    expect(queued).toMatchObject({ ...small, status: 'running' });
    expect(await follow(queued.action_id)).toMatchObject({ type: 'hosting.resize', status: 'succeeded' });
    expect(await show(id)).toMatchObject({ ...large, status: 'running' });
    expect(await specOf(id)).toMatchObject({ vcpus: 4, memoryMb: 4096, diskGb: 80, bounds: { processes: 900 } });
  });

  it.each(['stop', 'suspend'] as const)(
    'after a %s leaves the VPS off, and applies when it is running again',
    async (verb) => {
      const { id } = await make();
      const { status } = await server.finish(server.operator.hosting[verb]({ id }));
      expect(await server.finish(resize(id))).toMatchObject({ ...large, status });
      expect(await specOf(id)).toMatchObject({ vcpus: 4 });
      await server.finish(server.operator.hosting[verb === 'stop' ? 'start' : 'unsuspend']({ id }));
      expect(await show(id)).toMatchObject({ ...large, status: 'running' });
    },
  );

  it('waits for an action in progress, even a restore, and blocks others', async () => {
    const { id } = await make();
    const backup = await server.post('/backups', account.live, { hosting_id: id });
    await follow(backup.body.data.action_id);
    await setReachable(engineDir, false);
    const restore = await server.post('/backups/restore', account.live, {
      id: backup.body.data.id,
    });
    const queued = await resize(id);
    expect(queued).toMatchObject({ ...small, status: 'restoring' });
    const refused = await server.post('/hosting/restart', account.live, { id });
    expect(refused.status).toBe(409);
    await setReachable(engineDir, true);
    for (const action of [restore.body.data.action_id, queued.action_id]) {
      expect(await follow(action)).toMatchObject({ status: 'succeeded' });
    }
    expect(await show(id)).toMatchObject({ ...large, status: 'running' });
    expect(await specOf(id)).toMatchObject({ vcpus: 4, diskGb: 80 });
  });

  it('succeeds after the engine was unreachable halfway or for hours', async () => {
    const { id } = await make();
    await fail(id, { operation: 'resize', code: 'unreachable', stage: 'halfway' });
    expect(await server.finish(resize(id))).toMatchObject(large);

    const { id: other } = await make();
    await setReachable(engineDir, false);
    const queued = await resize(other);
    for (const tries of [1, 2]) {
      await until(async () => ((await server.hostler.db.read(TRIES.one({})))?.tries ?? 0) >= tries);
      server.clock.advance(HOUR);
    }
    await setReachable(engineDir, true);
    server.clock.advance(HOUR);
    expect(await follow(queued.action_id)).toMatchObject({ status: 'succeeded' });
    expect(await show(other)).toMatchObject(large);
  });

  it('that the engine refuses fails with the reason and leaves the record unchanged', async () => {
    const { id } = await make();
    await fail(id, { operation: 'resize', code: 'refused' });
    const queued = await resize(id);
    expect(await follow(queued.action_id)).toMatchObject({ status: 'failed', error: { message: 'Not now.' } });
    expect(await show(id)).toMatchObject({ ...small, status: 'running' });
    expect(await server.finish(resize(id))).toMatchObject(large);
  });

  it('to a smaller disk is refused at once, or by the engine if a queued resize grows the disk first', async () => {
    const { id } = await make();
    await expect(resize(id, 'Tiny')).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/20 GB/),
    });
    await setReachable(engineDir, false);
    const [grown, shrunk] = [await resize(id), await resize(id, 'Small')];
    await setReachable(engineDir, true);
    expect(await follow(grown.action_id)).toMatchObject({ status: 'succeeded' });
    expect(await follow(shrunk.action_id)).toMatchObject({
      status: 'failed',
      error: { message: expect.stringMatching(/only grows/) },
    });
    expect(await show(id)).toMatchObject(large);
  });

  it('applies to a VPS in error when it is created again, and is refused for a terminated one', async () => {
    await failNext(engineDir, { operation: 'create', code: 'refused', message: 'No.', times: 1 });
    const { id } = await make();
    expect(await server.finish(resize(id))).toMatchObject({ ...large, status: 'error' });
    await server.finish(server.operator.hosting.start({ id }));
    expect(await specOf(id)).toMatchObject({ vcpus: 4 });
    await server.finish(server.operator.hosting.terminate({ id }));
    await expect(resize(id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(resize(999_999)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(resize(id, 'None')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

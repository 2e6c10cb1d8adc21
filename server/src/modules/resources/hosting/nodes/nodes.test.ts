import { join } from 'node:path';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { signInStaff } from '@hostler/testing/server/staff.ts';
import { until } from '@hostler/testing/until.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clearFaults, failNext } from '#engines/simulation/faults.ts';
import type { VpsDriver } from '#engines/vps/driver.ts';
import { createEngineNodes } from './engine-nodes.ts';
import { createNodeOperatorService } from './operator-service.ts';
import type { Node } from './schemas.ts';
import { fullNodes } from './today.ts';

const NODES = ['simulated-1', 'simulated-2', 'simulated-3'];

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startTestServer({ env: { HOSTLER_TAX_SMALL_BUSINESS: 'on' } });
  account = await server.createAccount();
  await server.operator.plans.create({ name: 'S', price: 1000 });
});
afterAll(() => server.stop());
afterEach(async () => {
  clearFaults(join(server.dataDir, 'simulated', 'vps'));
  for (const { name, locked } of await server.run<Node[]>('node list')) {
    if (locked) await server.run('node unlock', '--node', name);
  }
});

const lock = (...names: string[]) => Promise.all(names.map((name) => server.run('node lock', '--node', name)));
const create = () => server.run<{ id: number }>('hosting create', '--account', account.id, '--hostname', 'a.test');
const show = (id: number) => server.run<{ status: string; node: string | null }>('hosting show', '--id', id);

describe('the list of nodes', () => {
  it('has the capacity of each node, and the servers sold on it', async () => {
    const { id } = await create();
    await until(async () => (await show(id)).status === 'running');
    const { node } = await show(id);
    const nodes = await server.run<Node[]>('node list');
    expect(nodes.map(({ name }) => name)).toEqual(NODES);
    const found = nodes.find(({ name }) => name === node);
    expect(found).toMatchObject({ status: 'online', servers: 1, running: 1, vcpus_sold: 1, full: false });
    expect(found).toMatchObject({ memory_sold_bytes: 1024 ** 3, disk_sold_bytes: 20 * 1024 ** 3 });
    expect(found?.cpu_ratio).toBe(Math.round((1 / (found?.cpus ?? 1)) * 100) / 100);
    expect(await server.run('hosting list', '--node', node ?? '')).toMatchObject([{ id, account_id: account.id }]);
    expect(await server.run('hosting list', '--node', 'other')).toEqual([]);
  });

  it('is read by every role; only technicians and owners lock', async () => {
    const support = await signInStaff(server, 'support');
    expect((await support.get<Node[]>('/nodes')).body.data).toHaveLength(3);
    expect((await support.post('/nodes/lock?id=simulated-1')).status).toBe(403);
    const technician = await signInStaff(server, 'technician');
    expect((await technician.post<Node>('/nodes/lock?id=simulated-1')).body.data).toMatchObject({ locked: true });
    const again = await technician.post('/nodes/lock?id=simulated-1');
    expect([again.status, again.body.error?.message]).toEqual([409, 'The node simulated-1 is already locked.']);
    expect((await technician.post('/nodes/lock?id=elsewhere')).status).toBe(404);
  });
});

describe('a locked node', () => {
  it('gets no new servers', async () => {
    await lock('simulated-1', 'simulated-3');
    const made = await Promise.all(Array.from({ length: 6 }, create));
    for (const { id } of made) {
      await until(async () => (await show(id)).status === 'running');
      expect((await show(id)).node).toBe('simulated-2');
    }
  });

  it('lets a paid order wait until a node is unlocked, if all are locked', async () => {
    await lock(...NODES);
    await expect(create()).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('All nodes') });
    const order = { account_id: account.id, plan: 'S', hostname: 'bought.test' };
    const { hosting_id } = await server.operator.subscriptions.create(order);
    const id = Number(hosting_id);
    await until(async () => {
      const { actions } = await server.run<{ actions: { status: string }[] }>('hosting show', '--id', id);
      return actions[0]?.status === 'running';
    });
    expect(await show(id)).toMatchObject({ status: 'provisioning', node: null });
    await server.run('node unlock', '--node', 'simulated-2');
    await until(async () => (await show(id)).status === 'running');
    expect(await show(id)).toMatchObject({ node: 'simulated-2' });
  });
});

describe('reading the engine', () => {
  it('happens once for many readers', async () => {
    let calls = 0;
    const { readNodes } = createEngineNodes({
      async listNodes() {
        calls++;
        return [];
      },
    } satisfies Pick<VpsDriver, 'listNodes'>);
    await Promise.all(Array.from({ length: 50 }, readNodes));
    expect(calls).toBe(1);
  });

  it('reports nodes that run full, without waiting for the engine', async () => {
    const gib = 1024 ** 3;
    const room = { isOnline: true, cpus: 8, load: null, memoryBytes: 64 * gib, diskBytes: 1_000 * gib };
    const nodes = createNodeOperatorService({
      ...server.hostler,
      vps: {
        listNodes: async () => [
          { ...room, name: 'roomy', memoryUsedBytes: 50 * gib, diskUsedBytes: 100 * gib },
          { ...room, name: 'busy', memoryUsedBytes: 60 * gib, diskUsedBytes: 100 * gib },
          { ...room, name: 'stuffed', memoryUsedBytes: 1, diskUsedBytes: 950 * gib },
        ],
      },
    });
    const read = () => server.hostler.db.read(fullNodes(nodes).read(0));
    expect(await read()).toEqual({ count: null });
    await until(async () => (await read()).count !== null);
    expect(await read()).toEqual({ count: 2, detail: 'busy, stuffed' });
    expect((await nodes.list()).find(({ name }) => name === 'stuffed')).toMatchObject({
      ...{ disk_bytes: 1_000 * gib, disk_used_bytes: 950 * gib },
      ...{ memory_bytes: 64 * gib, memory_used_bytes: 1, cpus: 8, full: true },
    });
  });

  it('that fails leaves the nodes in the list with the status unknown', async () => {
    const other = await startTestServer();
    const dir = join(other.dataDir, 'simulated', 'vps');
    try {
      const { id: account_id } = await other.createAccount();
      const { id } = await other.finish(other.operator.hosting.create({ account_id, hostname: 'a.test' }));
      await failNext(dir, { operation: 'listNodes', code: 'unreachable', message: 'No answer.', times: 1 });
      expect(await other.run('node list')).toMatchObject([{ status: 'unknown', servers: 1, cpus: null }]);
      expect(await other.run('hosting show', '--id', id)).toMatchObject({ engine: { state: 'found' } });
    } finally {
      await other.stop();
    }
  });
});

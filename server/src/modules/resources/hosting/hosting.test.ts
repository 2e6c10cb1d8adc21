import { join } from 'node:path';
import { sql } from '@hostler/database';
import type { Action, Hosting, HostingWithAction } from '@hostler/testing/api-types.ts';
import type { Given } from '@hostler/testing/server/operator.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failNext, setReachable } from '#engines/simulation/faults.ts';
import { createSimulatedVps } from '#engines/vps/simulated.ts';
import { MINUTE } from '#kernel/time.ts';
import { hostingActions } from './actions.ts';
import { createHostingService } from './service.ts';

let server: TestServer;
let account: TestAccount;
let engineDir: string;

beforeAll(async () => {
  // Records are compared with events, so no traffic may be counted meanwhile.
  server = await startTestServer({ byHand: ['hosting.sample'] });
  account = await server.createAccount();
  engineDir = join(server.dataDir, 'simulated', 'vps');
});
afterAll(() => server.stop());

const order = (options: Partial<Given<'hosting', 'create'>> = {}) =>
  server.operator.hosting.create({ account_id: account.id, hostname: 'shop.example.com', ...options });
const make = (options: Partial<Given<'hosting', 'create'>> = {}) => server.finish(order(options));
const show = async (id: number) => (await server.get(`/hosting/show?id=${id}`, account.live)).body.data;
const post = (verb: string, id: number, key = account.live) =>
  server.post<HostingWithAction>(`/hosting/${verb}?id=${id}`, key);
const follow = (id: number | null, key = account.live) => server.endOf(id, key);
const inspect = (id: number) => createSimulatedVps({ dir: engineDir }).inspect(`vps-${id}`);

const EVENTS = sql<object, { type: string; environment: string; data: string }>(
  `select type, environment, data from events where type like 'hosting.%' order by row_id`,
);
async function eventsOf(id: number, environment = 'live') {
  const events = await server.hostler.db.read(EVENTS.all({}));
  return events
    .map((event) => ({ ...event, data: JSON.parse(event.data) as Hosting }))
    .filter((event) => event.data.id === id && event.environment === environment);
}

async function doAndFollow(verb: string, id: number): Promise<Action> {
  const { status, body } = await post(verb, id);
  expect(status).toBe(202);
  return follow(body.data.action_id);
}

describe('a new VPS', () => {
  it('is provisioning at first, then running with the addresses from the engine', async () => {
    const made = await order({ label: 'Shop' });
    expect(made).toMatchObject({ status: 'provisioning', label: 'Shop', node: null, ipv4: [], plan: null });
    expect(await follow(made.action_id)).toMatchObject({ type: 'hosting.create', status: 'succeeded' });
    const state = await inspect(made.id);
    expect(await show(made.id)).toMatchObject({
      status: 'running',
      node: state?.node,
      ipv4: state?.ipv4,
      ipv6: state?.ipv6,
      capabilities: ['execute', 'resize', 'terminal', 'password', 'firewall', 'snapshots', 'rebuild', 'rescue'],
    });
  });

  it('emits hosting.created with its current record when the engine has created it', async () => {
    const { id } = await make();
    expect(await eventsOf(id)).toMatchObject([{ type: 'hosting.created', data: await show(id) }]);
  });

  it('has the size of its plan, given by id or name', async () => {
    const options = { name: 'VPS L', price: 4900, vcpus: 8, memory_mb: 16384, disk_gb: 200, image: 'alpine/3.22' };
    const plan = await server.operator.plans.create(options);
    const size = { plan: 'VPS L', vcpus: 8, memory_mb: 16384, disk_gb: 200, image: 'alpine/3.22' };
    expect(await make({ plan: 'VPS L' })).toMatchObject(size);
    expect(await make({ plan: String(plan.id) })).toMatchObject(size);
  });

  it('is refused with an invalid host name, a missing plan or a missing account', async () => {
    await expect(make({ hostname: 'not a name' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(make({ plan: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(make({ account_id: 999_999 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('gets status error if the engine refuses it, leaves nothing behind, and a start creates it', async () => {
    const fault = { operation: 'create', code: 'refused', message: 'No room left.', stage: 'halfway' } as const;
    await failNext(engineDir, { ...fault, times: 1 });
    const failed = await make();
    expect(await follow(failed.action_id)).toMatchObject({
      status: 'failed',
      error: { code: 'ENGINE_REFUSED', message: 'No room left.' },
    });
    expect(await show(failed.id)).toMatchObject({ status: 'error' });
    expect(await inspect(failed.id)).toBeUndefined();
    expect(await eventsOf(failed.id)).toEqual([]);

    expect(await doAndFollow('start', failed.id)).toMatchObject({ type: 'hosting.create', status: 'succeeded' });
    expect(await show(failed.id)).toMatchObject({ status: 'running' });
    expect(await eventsOf(failed.id)).toMatchObject([{ type: 'hosting.created' }]);
  });
});

describe('a restart', () => {
  it('is queued, sets status restarting at once, and emits hosting.restarted when the VPS is running', async () => {
    const { id } = await make();
    const { status, body, headers } = await post('restart', id);
    expect(status).toBe(202);
    expect(body.data).toMatchObject({ id, status: 'restarting' });
    expect(headers.get('location')).toBe(`/api/v1/actions/show?id=${body.data.action_id}`);
    expect(await follow(body.data.action_id)).toMatchObject({ type: 'hosting.restart', status: 'succeeded' });
    const shown = await show(id);
    expect(shown).toMatchObject({ status: 'running' });
    expect((await eventsOf(id)).at(-1)).toMatchObject({ type: 'hosting.restarted', data: shown });
  });

  it('runs once for many concurrent requests', async () => {
    const { id } = await make();
    await setReachable(engineDir, false);
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('restart', id)));
    await setReachable(engineDir, true);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(7).fill(409)]);
    for (const { status, body } of answers) if (status === 409) expect(body.error.code).toBe('VPS_NOT_RUNNING');
    await server.until(`/hosting/show?id=${id}`, account.live, (vps) => vps.status === 'running');
  });

  it('blocks start and stop until it is done, and waits while the engine is unreachable', async () => {
    const { id } = await make();
    await setReachable(engineDir, false);
    const { body } = await post('restart', id);
    for (const verb of ['start', 'stop']) {
      const refused = await post(verb, id);
      expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT']);
    }
    await setReachable(engineDir, true);
    expect(await follow(body.data.action_id)).toMatchObject({ status: 'succeeded' });
  });

  it.each([
    ['before', 'running'],
    ['halfway', 'stopped'],
  ] as const)('that fails at stage %s leaves the VPS %s, as on the engine', async (stage, left) => {
    const { id } = await make();
    const fault = { operation: 'restart', target: `vps-${id}`, code: 'refused', message: 'It hangs.' } as const;
    await failNext(engineDir, { ...fault, stage, times: 1 });
    expect(await doAndFollow('restart', id)).toMatchObject({ status: 'failed', error: { message: 'It hangs.' } });
    expect(await show(id)).toMatchObject({ status: left });
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual(['hosting.created']);
  });

  it('sets status error if the engine stays unreachable, and a start repairs it', async () => {
    const { id } = await make();
    await setReachable(engineDir, false);
    const { body } = await post('restart', id);
    await server.until(`/actions/show?id=${body.data.action_id}`, account.live, ({ status }) => status === 'running');
    server.clock.advance(16 * MINUTE);
    expect(await follow(body.data.action_id)).toMatchObject({
      status: 'failed',
      error: { code: 'ENGINE_UNREACHABLE' },
    });
    expect(await show(id)).toMatchObject({ status: 'error' });
    await setReachable(engineDir, true);
    expect(await doAndFollow('start', id)).toMatchObject({ type: 'hosting.start', status: 'succeeded' });
    expect(await show(id)).toMatchObject({ status: 'running' });
  });
});

describe('starting and stopping', () => {
  it('changes a VPS between running and stopped, and is refused in the wrong status', async () => {
    const { id } = await make();
    const refuse = async (verb: string, code: string) => {
      const { status, body } = await post(verb, id);
      expect([status, body.error.code]).toEqual([409, code]);
    };
    await refuse('start', 'CONFLICT');
    expect(await doAndFollow('stop', id)).toMatchObject({ type: 'hosting.stop', status: 'succeeded' });
    expect(await show(id)).toMatchObject({ status: 'stopped' });
    expect(await inspect(id)).toMatchObject({ status: 'stopped' });
    await refuse('stop', 'CONFLICT');
    await refuse('restart', 'VPS_NOT_RUNNING');
    expect(await doAndFollow('start', id)).toMatchObject({ type: 'hosting.start', status: 'succeeded' });
    expect(await inspect(id)).toMatchObject({ status: 'running' });
  });

  it('refuses a stop or restart while a stop is in progress', async () => {
    const { id } = await make();
    await setReachable(engineDir, false);
    const { body } = await post('stop', id);
    for (const verb of ['stop', 'restart']) {
      const refused = await post(verb, id);
      expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT']);
      expect(refused.body.error.message).toContain('being stopped');
    }
    await setReachable(engineDir, true);
    expect(await follow(body.data.action_id)).toMatchObject({ status: 'succeeded' });
  });

  it('leaves the VPS in its status on the engine if it fails', async () => {
    const { id } = await make();
    await failNext(engineDir, { operation: 'stop', target: `vps-${id}`, code: 'refused', message: 'No.', times: 1 });
    expect(await doAndFollow('stop', id)).toMatchObject({ status: 'failed' });
    expect(await show(id)).toMatchObject({ status: 'running' });
    expect(await doAndFollow('stop', id)).toMatchObject({ status: 'succeeded' });
  });
});

describe('a suspension', () => {
  it('stops the VPS, shows the reason, and blocks start, stop and restart', async () => {
    const { id } = await make();
    await server.finish(server.operator.hosting.suspend({ id, reason: 'An invoice is overdue.' }));
    const shown = await show(id);
    expect(shown).toMatchObject({ status: 'suspended', suspension_reason: 'An invoice is overdue.' });
    expect(shown).toHaveProperty('suspended_at', expect.stringMatching(/\+00:00$/));
    expect(await inspect(id)).toMatchObject({ status: 'stopped' });
    expect((await eventsOf(id)).at(-1)).toMatchObject({ type: 'hosting.suspended', data: shown });
    for (const [verb, code] of [
      ['start', 'CONFLICT'],
      ['stop', 'CONFLICT'],
      ['restart', 'VPS_NOT_RUNNING'],
    ] as const) {
      const refused = await post(verb, id);
      expect([refused.status, refused.body.error.code]).toEqual([409, code]);
    }
    await expect(server.operator.hosting.suspend({ id })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('ends with the VPS in its previous status, running or stopped', async () => {
    const ran = await make();
    const stood = await make();
    await doAndFollow('stop', stood.id);
    for (const { id } of [ran, stood]) {
      await server.finish(server.operator.hosting.suspend({ id }));
      await server.finish(server.operator.hosting.unsuspend({ id }));
      await expect(server.operator.hosting.unsuspend({ id })).rejects.toMatchObject({ code: 'CONFLICT' });
    }
    expect(await show(ran.id)).toMatchObject({ status: 'running', suspended_at: null, suspension_reason: null });
    expect(await show(stood.id)).toMatchObject({ status: 'stopped', suspended_at: null });
    expect(await inspect(stood.id)).toMatchObject({ status: 'stopped' });
  });

  it('waits for a restart in progress and can be lifted before it starts', async () => {
    const { id } = await make();
    await setReachable(engineDir, false);
    const restart = await post('restart', id);
    const suspend = await server.operator.hosting.suspend({ id });
    const unsuspend = await server.operator.hosting.unsuspend({ id });
    await setReachable(engineDir, true);
    for (const { action_id } of [restart.body.data, suspend, unsuspend]) {
      expect(await follow(action_id)).toMatchObject({ status: 'succeeded' });
    }
    expect(await show(id)).toMatchObject({ status: 'running', suspended_at: null });
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual([
      'hosting.created',
      'hosting.restarted',
      'hosting.suspended',
    ]);
  });
});

describe('a terminated VPS', () => {
  it('is deleted from the engine, stays in the list without addresses, and refuses actions', async () => {
    const { id } = await make();
    await server.finish(server.operator.hosting.terminate({ id }));
    expect(await inspect(id)).toBeUndefined();
    const list = await server.get('/hosting?status=terminated', account.live);
    const terminated = { id, status: 'terminated', ipv4: [], ipv6: [], node: null };
    expect(list.body.data).toContainEqual(expect.objectContaining(terminated));
    expect((await post('restart', id)).body.error.code).toBe('VPS_NOT_RUNNING');
    expect((await post('start', id)).body.error.code).toBe('CONFLICT');
    for (const verb of ['terminate', 'suspend', 'unsuspend'] as const) {
      await expect(server.operator.hosting[verb]({ id })).rejects.toMatchObject({ code: 'CONFLICT' });
    }
  });

  it('keeps its status if the engine refuses the termination', async () => {
    const { id } = await make();
    await failNext(engineDir, { operation: 'destroy', target: `vps-${id}`, code: 'refused', message: 'No.', times: 1 });
    await server.finish(server.operator.hosting.terminate({ id }));
    expect(await show(id)).toMatchObject({ status: 'running' });
  });
});

describe('a restore', () => {
  it('blocks other actions and ends in the previous status or the one on the engine', async () => {
    const { db, clock } = server.hostler;
    const vps = createSimulatedVps({ dir: engineDir });
    const actions = hostingActions({ vps });
    const hosting = createHostingService({ actions, vps });
    const { id } = await make();
    const begin = () => db.write(() => hosting.beginRestore(account.id, id, clock.now()));
    const end = (found?: 'stopped' | 'error') =>
      db.write(() => hosting.endRestore(account.id, id, { found, isRestored: true }, clock.now()));

    expect(await begin()).toMatchObject({ status: 'restoring', status_before: 'running' });
    await expect(begin()).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await post('restart', id)).body.error.code).toBe('VPS_NOT_RUNNING');
    expect(await end()).toMatchObject({ status: 'running', status_before: null });
    await begin();
    expect(await end('stopped')).toMatchObject({ status: 'stopped' });
    // No restore is in progress any more, so nothing changes.
    expect(await end('error')).toMatchObject({ status: 'stopped' });
  });
});

describe('with a test key', () => {
  it('a restart answers like a live one, its action is hidden from live keys, and nothing changes', async () => {
    const { id } = await make();
    const before = await show(id);
    const { status, body, headers } = await post('restart', id, account.test);
    expect([status, headers.get('x-environment')]).toEqual([202, 'sandbox']);
    expect(body.data).toMatchObject({ id, status: 'restarting' });
    expect(await follow(body.data.action_id, account.test)).toMatchObject({
      type: 'hosting.restart',
      status: 'succeeded',
    });
    expect((await server.get(`/actions/show?id=${body.data.action_id}`, account.live)).status).toBe(404);
    expect(await show(id)).toEqual(before);
    expect(await eventsOf(id, 'test')).toMatchObject([
      { type: 'hosting.restarted', data: { status: 'running', ipv4: before.ipv4 } },
    ]);
  });

  it('a restart with the scenario fail has a failed action and no event', async () => {
    const { id } = await make();
    const headers = { 'x-sandbox-scenario': 'fail' };
    const { status, body } = await server.post(`/hosting/restart?id=${id}`, account.test, undefined, headers);
    expect(status).toBe(202);
    expect(await follow(body.data.action_id, account.test)).toMatchObject({ status: 'failed' });
    expect(await eventsOf(id, 'test')).toEqual([]);
  });

  it('a restart is refused according to the real status', async () => {
    const { id } = await make();
    await doAndFollow('stop', id);
    const refused = await post('restart', id, account.test);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'VPS_NOT_RUNNING']);
  });
});

describe('access to a VPS', () => {
  it('requires the scope of each route', async () => {
    const { id } = await make();
    const reader = await server.createKey(account.id, 'live', { scopes: ['hosting.read'] });
    const writer = await server.createKey(account.id, 'live', { scopes: ['hosting.write'] });
    const watcher = await server.createKey(account.id, 'live', { scopes: ['monitoring.read'] });
    const statusOf = async (path: string, key: string) => (await server.get(path, key)).status;
    for (const verb of ['restart', 'start', 'stop']) expect((await post(verb, id, reader.key)).status).toBe(403);
    expect(await statusOf(`/hosting/show?id=${id}`, writer.key)).toBe(403);
    expect(await statusOf(`/hosting/metrics?id=${id}`, writer.key)).toBe(403);
    expect(await statusOf(`/hosting/metrics?id=${id}`, reader.key)).toBe(200);
    expect(await statusOf(`/hosting/metrics?id=${id}`, watcher.key)).toBe(200);
    expect(await statusOf('/hosting', watcher.key)).toBe(403);
  });

  it('answers 404 to another account, and MISSING_ID without an id', async () => {
    const { id } = await make();
    const other = await server.createAccount();
    for (const path of [`/hosting/show?id=${id}`, `/hosting/metrics?id=${id}`]) {
      expect((await server.get(path, other.live)).status).toBe(404);
    }
    for (const verb of ['restart', 'start', 'stop']) expect((await post(verb, id, other.live)).status).toBe(404);
    expect((await server.post('/hosting/restart', account.live)).body.error.code).toBe('MISSING_ID');
  });
});

describe('the list of VPSs', () => {
  it('is searched by host name and label, and its totals follow every change', async () => {
    account = await server.createAccount();
    const total = async (query = '') => (await server.get(`/hosting${query}`, account.live)).body.meta.total;
    const [a, b, c] = [
      await make({ hostname: 'Alpha.example.com', label: 'Größe' }),
      await make({ hostname: 'beta.example.com' }),
      await order({ hostname: 'gamma.example.com' }),
    ];
    await follow(c.action_id);
    expect([await total(), await total('?status=running')]).toEqual([3, 3]);
    expect([
      await total('?search=ALPHA'),
      await total('?search=gr%C3%B6%C3%9Fe'),
      await total('?search=delta'),
    ]).toEqual([1, 1, 0]);
    await doAndFollow('stop', a.id);
    await server.finish(server.operator.hosting.suspend({ id: b.id }));
    await server.finish(server.operator.hosting.terminate({ id: c.id }));
    await post('start', a.id, account.test);
    const byStatus = ['running', 'stopped', 'suspended', 'terminated', 'provisioning', 'error'];
    expect(await Promise.all(byStatus.map((status) => total(`?status=${status}`)))).toEqual([0, 1, 1, 1, 0, 0]);
    expect(await total()).toBe(3);
    expect((await server.get('/hosting?status=asleep', account.live)).status).toBe(400);
    const listed = await server.operator.hosting.list({ account_id: account.id });
    expect(listed.map(({ account_id }) => account_id)).toEqual([account.id, account.id, account.id]);
  });
});

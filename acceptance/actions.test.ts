import { beforeAll, describe, expect, test } from 'vitest';
import type { Action } from '../testing/api-types.ts';
import { workerOf } from './worker.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let worker: ReturnType<typeof workerOf>;

beforeAll(async () => {
  world = await openWorld({ settings: { HOSTLER_WORKER: 'off' } });
  worker = workerOf(world.server);
  await worker.start();
  const running = ({ status }: Record<string, unknown>) => status === 'running';
  await world.client.until(`/hosting/show?id=${world.alpha.hosting}`, world.alpha.live, running);
  return async () => {
    await worker.stop();
    await world.close();
  };
});

async function restart(): Promise<{ actionId: number; location: string | null }> {
  const { status, body, headers } = await world.client.post(
    `/hosting/restart?id=${world.alpha.hosting}`,
    world.alpha.live,
  );
  expect(status).toBe(202);
  return { actionId: body.data.action_id, location: headers.get('location') };
}

const show = (id: number, more = '', as = world.alpha.live) => world.client.get(`/actions/show?id=${id}${more}`, as);

/** Returns the ended action and the delay between its end, or the request, and the response. */
async function waitForEnd(id: number, wait: string, as?: string): Promise<{ action: Action; late: number }> {
  for (;;) {
    const asked = Date.now();
    const { data: action } = (await show(id, wait, as)).body;
    // A worker may take longer to start than one request may wait.
    if (action.finished_at === null) continue;
    return { action, late: Date.now() - Math.max(asked, Date.parse(action.finished_at)) };
  }
}

const endOf = (id: number) => world.client.endOf(id, world.alpha.live);

describe('an accepted action', () => {
  test('returns its id and a Location header immediately, and a worker process executes it', async () => {
    await worker.stop();
    const { actionId, location } = await restart();
    expect(location).toBe(`/api/v1/actions/show?id=${actionId}`);
    const queued = await world.client.get<Action>(location ?? '', world.alpha.live);
    expect(queued.body.data).toMatchObject({
      id: actionId,
      type: 'hosting.restart',
      status: 'queued',
      progress: 0,
      resource: { type: 'hosting', id: world.alpha.hosting },
      error: null,
      started_at: null,
      finished_at: null,
    });

    // If the wait times out before the action ends, the current state is returned.
    const start = performance.now();
    const waited = await show(actionId, '&wait=1');
    expect(waited.body.data.status).toBe('queued');
    expect(performance.now() - start).toBeGreaterThan(900);

    // Long polls return as soon as the action ends, long before their timeout.
    const polls = [
      waitForEnd(actionId, '&wait=30'),
      waitForEnd(actionId, '&wait=1000'),
      waitForEnd(actionId, '&wait=30', world.alpha.test),
    ];
    await worker.start();
    for (const { action, late } of await Promise.all(polls)) {
      expect(action).toMatchObject({ status: 'succeeded', progress: 100, error: null });
      expect(action.started_at).not.toBeNull();
      expect(late).toBeLessThan(20_000);
    }
  });

  test('is returned immediately once it has ended, even with a wait parameter', async () => {
    const { actionId } = await restart();
    await endOf(actionId);
    const start = performance.now();
    expect((await show(actionId, '&wait=30')).body.data.status).toBe('succeeded');
    expect(performance.now() - start).toBeLessThan(20_000);
  });

  test('returns 400 if wait is not an integer of at least 0', async () => {
    const { actionId } = await restart();
    for (const wait of ['-1', 'abc', '1.5', '']) {
      const { status, body } = await show(actionId, `&wait=${wait}`);
      expect([wait, status, body.error?.code]).toEqual([wait, 400, 'BAD_REQUEST']);
    }
    expect((await show(actionId, '&wait=0')).status).toBe(200);
    await endOf(actionId);
  });
});

describe('the list of actions', () => {
  test('contains and counts only actions whose group the scopes allow', async () => {
    const domain = await world.client.post('/domains', world.alpha.live, { domain: 'actions.example.net' });
    expect(domain.status).toBe(201);
    const all = await world.client.all('/actions', world.alpha.live);
    expect(new Set(all.map(({ resource }) => resource.type))).toEqual(new Set(['hosting', 'domain']));
    for (const [scope, type] of [
      ['hosting.read', 'hosting'],
      ['hosting.write', 'hosting'],
      ['domains.read', 'domain'],
      ['domains.write', 'domain'],
      ['databases.read', 'database'],
    ] as const) {
      const { body } = await world.client.post('/auth/token', undefined, {
        api_key: world.alpha.live,
        scopes: [scope],
      });
      const as = body.data.access_token;
      const expected = all.filter(({ resource }) => resource.type === type).map(({ id }) => id);
      expect((await world.client.all('/actions', as)).map(({ id }) => id)).toEqual(expected);
      expect(await world.client.total('/actions', as)).toBe(expected.length);
      for (const { id, resource } of all) {
        expect((await show(id, '', as)).status).toBe(resource.type === type ? 200 : 404);
      }
    }
  });

  test('can be filtered by status and searched by type', async () => {
    const { actionId } = await restart();
    await endOf(actionId);
    const succeeded = await world.client.all('/actions?status=succeeded', world.alpha.live);
    expect(succeeded.map(({ id }) => id)).toContain(actionId);
    expect(succeeded.every(({ status }) => status === 'succeeded')).toBe(true);
    expect(await world.client.total('/actions?status=failed', world.alpha.live)).toBe(0);
    const found = await world.client.all('/actions?search=RESTART', world.alpha.live);
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(({ type }) => type === 'hosting.restart')).toBe(true);
  });
});

describe('a VPS with a queued restart', () => {
  test('refuses a second restart, and runs again when the first one ends', async () => {
    await worker.stop();
    const first = await restart();
    // No other action is accepted while the VPS is restarting.
    const refused = await world.client.post(`/hosting/restart?id=${world.alpha.hosting}`, world.alpha.live);
    expect(refused.body.error.code).toBe('VPS_NOT_RUNNING');
    await worker.start();
    await endOf(first.actionId);
    const { body } = await world.client.get(`/hosting/show?id=${world.alpha.hosting}`, world.alpha.live);
    expect(body.data).toMatchObject({ status: 'running' });
  });
});

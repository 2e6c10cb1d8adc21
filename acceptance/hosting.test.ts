import { beforeAll, describe, expect, test } from 'vitest';
import type { Hosting, HostingWithAction } from '../testing/api-types.ts';
import { workerOf } from './worker.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let worker: ReturnType<typeof workerOf>;

beforeAll(async () => {
  // Metrics every second. The worker is off, so that queued actions stay visible.
  world = await openWorld({ settings: { HOSTLER_WORKER: 'off', HOSTLER_METRICS_EVERY_SECONDS: '1' } });
  worker = workerOf(world.server);
  await worker.start();
  await untilStatus('running');
  return async () => {
    await worker.stop();
    await world.close();
  };
});

const show = () => world.client.get(`/hosting/show?id=${world.alpha.hosting}`, world.alpha.live);
const post = (what: string) =>
  world.client.post<HostingWithAction>(`/hosting/${what}?id=${world.alpha.hosting}`, world.alpha.live);
const untilStatus = (status: string) =>
  world.client.until(
    `/hosting/show?id=${world.alpha.hosting}`,
    world.alpha.live,
    (hosting) => hosting.status === status,
  );

async function finish(actionId: number): Promise<void> {
  expect(await world.client.endOf(actionId, world.alpha.live)).toMatchObject({ status: 'succeeded' });
}

describe('the list of VPS servers', () => {
  test('is paginated, and its items have at least id and hostname', async () => {
    const { body } = await world.client.get('/hosting', world.alpha.live);
    expect(body.data).toMatchObject([{ id: world.alpha.hosting, hostname: 'alpha.test', status: 'running' }]);
    expect(body.meta.total).toBe(1);
    expect(body.links.self).toBe('/api/v1/hosting?page=1&per_page=25');
  });

  test('can be searched by hostname and filtered by status', async () => {
    expect(await world.client.total('/hosting?search=ALPHA', world.alpha.live)).toBe(1);
    expect(await world.client.total('/hosting?search=beta', world.alpha.live)).toBe(0);
    expect(await world.client.total('/hosting?status=running', world.alpha.live)).toBe(1);
    expect(await world.client.total('/hosting?status=terminated', world.alpha.live)).toBe(0);
  });
});

describe('showing a VPS', () => {
  test('returns its record, with addresses once it is running', async () => {
    const { body } = await show();
    expect(body.data).toMatchObject({
      id: world.alpha.hosting,
      hostname: 'alpha.test',
      plan: 'VPS S',
      subscription_id: world.alpha.subscription,
      suspended_at: null,
    });
    expect(body.data.ipv4[0]).toMatch(/^\d+\.\d+\.\d+\.\d+$/);
  });
});

describe('restarting a VPS', () => {
  test('is queued with 202, changes to restarting and ends running', async () => {
    await worker.stop();
    const { status, body, headers } = await post('restart');
    expect(status).toBe(202);
    expect(body.message).toEqual(expect.any(String));
    expect(body.data.status).toBe('restarting');
    expect(headers.get('location')).toBe(`/api/v1/actions/show?id=${body.data.action_id}`);
    expect((await show()).body.data.status).toBe('restarting');
    await worker.start();
    await finish(body.data.action_id);
    expect((await show()).body.data.status).toBe('running');
  });

  test('is accepted once for concurrent requests; the others return 409 VPS_NOT_RUNNING', async () => {
    await untilStatus('running');
    await worker.stop();
    const answers = await Promise.all(Array.from({ length: 6 }, () => post('restart')));
    await worker.start();
    const accepted = answers.filter(({ status }) => status === 202);
    expect(accepted).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer !== accepted[0])) {
      expect([status, body.error.code]).toEqual([409, 'VPS_NOT_RUNNING']);
    }
    await finish(accepted[0]?.body.data.action_id ?? 0);
  });

  test('accepts the id in the query or in the body, as id or hosting_id', async () => {
    for (const body of [{ id: world.alpha.hosting }, { hosting_id: world.alpha.hosting }]) {
      await untilStatus('running');
      const answer = await world.client.post('/hosting/restart', world.alpha.live, body);
      expect(answer.status).toBe(202);
      await finish(answer.body.data.action_id);
    }
  });
});

describe('stopping and starting a VPS', () => {
  test('is queued with 202, and a VPS that is not running cannot be restarted', async () => {
    await untilStatus('running');
    const wrong = await post('start');
    expect([wrong.status, wrong.body.error.code]).toEqual([409, 'CONFLICT']);
    const stopped = await post('stop');
    expect(stopped.status).toBe(202);
    await finish(stopped.body.data.action_id);
    expect((await show()).body.data.status).toBe('stopped');

    const restart = await post('restart');
    expect([restart.status, restart.body.error.code]).toEqual([409, 'VPS_NOT_RUNNING']);
    const again = await post('stop');
    expect([again.status, again.body.error.code]).toEqual([409, 'CONFLICT']);

    const started = await post('start');
    expect(started.status).toBe(202);
    await finish(started.body.data.action_id);
    expect((await show()).body.data.status).toBe('running');
  });
});

describe('restarting or stopping a VPS by force', () => {
  test('is queued with 202 and succeeds', async () => {
    await untilStatus('running');
    const { hosting: id } = world.alpha;
    const ask = (what: string, body: object) =>
      world.client.post<HostingWithAction>(`/hosting/${what}`, world.alpha.live, { id, ...body });
    const restart = await ask('restart', { force: true });
    expect([restart.status, restart.body.data.status]).toEqual([202, 'restarting']);
    await finish(restart.body.data.action_id);
    const stop = await ask('stop', { force: true });
    expect(stop.status).toBe(202);
    await finish(stop.body.data.action_id);
    expect((await show()).body.data.status).toBe('stopped');
    const start = await post('start');
    await finish(start.body.data.action_id);
  });

  test('returns 422 for force if it is not true or false, and changes nothing', async () => {
    await untilStatus('running');
    for (const force of ['yes', 1, null, [true]]) {
      for (const what of ['restart', 'stop']) {
        const { status, body } = await world.client.post(`/hosting/${what}`, world.alpha.live, {
          id: world.alpha.hosting,
          force,
        });
        expect([status, body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
        expect(body.error.details?.map(({ field }) => field)).toEqual(['force']);
      }
    }
    expect((await show()).body.data.status).toBe('running');
  });
});

describe('the SSH keys of a VPS', () => {
  const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILCqiESU17rloPMIi3lyOSfs4FPXi7pDcL4G4yIlqFwG';
  const replace = (ssh_keys: unknown, as = world.alpha.live) =>
    world.client.post('/hosting/access', as, { id: world.alpha.hosting, ssh_keys });

  test('are replaced with 202 and an action, and the VPS record stays the same', async () => {
    await untilStatus('running');
    const { updated_at: _, ...before } = (await show()).body.data;
    for (const keys of [[`${KEY} jo@example.com`], [KEY, `${KEY} the same again\n`], []]) {
      const { status, body, headers } = await replace(keys);
      expect(status).toBe(202);
      expect(body.data).toMatchObject({ id: world.alpha.hosting, status: 'running' });
      expect(headers.get('location')).toBe(`/api/v1/actions/show?id=${body.data.action_id}`);
      const action = await world.client.endOf(body.data.action_id, world.alpha.live);
      expect(action).toMatchObject({ type: 'hosting.access', status: 'succeeded' });
    }
    expect((await show()).body.data).toMatchObject(before);
    expect(JSON.stringify((await show()).body)).not.toContain('ssh-ed25519');
  });

  test('are returned as they are on the VPS, and only to its owner', async () => {
    const read = (as: string) => world.client.get(`/hosting/ssh-keys?id=${world.alpha.hosting}`, as);
    const { body } = await replace([` ${KEY}  jo@example.com`]);
    await finish(body.data.action_id);
    const shown = { id: world.alpha.hosting, ssh_keys: [`${KEY} jo@example.com`] };
    expect((await read(world.alpha.live)).body.data).toEqual(shown);
    expect((await read(world.alpha.test)).body.data).toEqual(shown);
    expect((await read(world.beta.live)).status).toBe(404);
  });

  test('return 422 if they are malformed, with the index of each malformed key', async () => {
    const refused: [keys: unknown, fields: string[], message: RegExp][] = [
      [undefined, ['ssh_keys'], /required/],
      [KEY, ['ssh_keys'], /array/],
      [Array(51).fill(KEY), ['ssh_keys'], /at most 50/],
      [[KEY, KEY, 'ssh-ed25519 AAAA'], ['ssh_keys[2]'], /damaged/],
      [[7, KEY], ['ssh_keys[0]'], /string/],
      [[`command="id" ${KEY}`], ['ssh_keys[0]'], /options/],
      [[KEY, `${KEY}\n${KEY}`], ['ssh_keys[1]'], /one line/],
      [['-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA'], ['ssh_keys[0]'], /private key/],
      [['', 'x'], ['ssh_keys[0]', 'ssh_keys[1]'], /public key/],
    ];
    for (const as of [world.alpha.live, world.alpha.test]) {
      for (const [keys, fields, message] of refused) {
        const { status, body } = await replace(keys, as);
        expect([status, body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
        expect(body.error.details?.map(({ field }) => field)).toEqual(fields);
        expect(body.error.details?.[0]?.message).toMatch(message);
      }
    }
  });

  test('cannot be replaced while another action is in progress: returns 409', async () => {
    await untilStatus('running');
    await worker.stop();
    const { body } = await post('restart');
    const refused = await replace([KEY]);
    await worker.start();
    expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT']);
    await finish(body.data.action_id);
  });

  test('can be set by the operator when the VPS is created', async () => {
    const made = await world.server.command<Hosting>(
      'hosting',
      'create',
      '--account',
      world.beta.id,
      '--hostname',
      'keys.beta.test',
      '--ssh-key',
      KEY,
      '--ssh-key',
      `${KEY} twice`,
      '--wait',
    );
    expect(made.status).toBe('running');
    await world.server.command('hosting', 'terminate', '--id', made.id, '--wait');
  });
});

describe('a suspended VPS', () => {
  test('cannot be restarted or started by its owner until the operator ends the suspension', async () => {
    await untilStatus('running');
    await world.server.command(
      'hosting',
      'suspend',
      '--id',
      world.alpha.hosting,
      '--reason',
      'An invoice is overdue.',
      '--wait',
    );
    const { body } = await show();
    expect(body.data).toMatchObject({ status: 'suspended', suspension_reason: 'An invoice is overdue.' });
    expect(body.data).toHaveProperty('suspended_at', expect.any(String));
    const restart = await post('restart');
    expect([restart.status, restart.body.error.code]).toEqual([409, 'VPS_NOT_RUNNING']);
    const access = await world.client.post('/hosting/access', world.alpha.live, {
      id: world.alpha.hosting,
      ssh_keys: [],
    });
    expect([access.status, access.body.error.code]).toEqual([409, 'CONFLICT']);
    for (const what of ['start', 'stop']) {
      const refused = await post(what);
      expect([what, refused.status, refused.body.error.code]).toEqual([what, 409, 'CONFLICT']);
    }
    await world.server.command('hosting', 'unsuspend', '--id', world.alpha.hosting, '--wait');
    expect((await show()).body.data).toMatchObject({ status: 'running', suspended_at: null, suspension_reason: null });
  });
});

describe('the traffic of a VPS', () => {
  const traffic = (query = '', as = world.alpha.live) =>
    world.client.get(`/hosting/traffic?id=${world.alpha.hosting}${query}`, as);

  test('is the bytes of a calendar month in total and per day', async () => {
    await world.client.until(
      `/hosting/traffic?id=${world.alpha.hosting}`,
      world.alpha.live,
      ({ out_bytes }) => out_bytes > 0,
    );
    const { status, body } = await traffic();
    expect(status).toBe(200);
    const { days, in_bytes, out_bytes, included_bytes, billable_bytes, period } = body.data;
    expect(period).toMatch(/^\d{4}-\d\d$/);
    expect([included_bytes, billable_bytes]).toEqual([null, 0]);
    const sum = (field: 'in_bytes' | 'out_bytes') => days.reduce((total, day) => total + day[field], 0);
    expect([sum('in_bytes'), sum('out_bytes')]).toEqual([in_bytes, out_bytes]);
    expect((await traffic('&period=2099-01')).body.data).toMatchObject({ out_bytes: 0, days: [] });
    expect((await traffic('&period=November')).status).toBe(400);
  });
});

describe('the metrics of a VPS', () => {
  const metrics = (query = '', as = world.alpha.live) =>
    world.client.get(`/hosting/metrics?id=${world.alpha.hosting}${query}`, as);

  test('are seven series for the last hour, each with its unit and pairs of epoch and value', async () => {
    await world.client.until(
      `/hosting/metrics?id=${world.alpha.hosting}`,
      world.alpha.live,
      ({ series }) => (series.cpu_percent?.values.length ?? 0) > 0,
    );
    const { status, body } = await metrics();
    expect(status).toBe(200);
    expect(body.data.hosting_id).toBe(world.alpha.hosting);
    expect(Date.parse(body.data.end) - Date.parse(body.data.start)).toBe(3_600_000);
    expect(Object.keys(body.data.series).toSorted()).toEqual([
      'cpu_percent',
      'disk_read_bps',
      'disk_used_bytes',
      'disk_write_bps',
      'memory_used_bytes',
      'network_in_bps',
      'network_out_bps',
    ]);
    for (const [name, { unit, values }] of Object.entries(body.data.series)) {
      expect(unit.length, name).toBeGreaterThan(0);
      for (const [time, value] of values) {
        expect(Number.isInteger(time)).toBe(true);
        expect(Math.abs(time - Date.now() / 1000)).toBeLessThan(3_700);
        expect(value).toBeGreaterThanOrEqual(0);
      }
    }
    for (const [, value] of body.data.series.cpu_percent?.values ?? []) expect(value).toBeLessThanOrEqual(100);
  });

  test('accept start and end as date-time or epoch, and a step in seconds', async () => {
    const end = Math.floor(Date.now() / 1000);
    const iso = (epoch: number) => new Date(epoch * 1000).toISOString();
    for (const query of [
      `&start=${end - 600}&end=${end}&step=120`,
      `&start=${iso(end - 600)}&end=${iso(end)}&step=120`,
      `&start=${encodeURIComponent(iso(end - 600).replace('.000Z', '+00:00'))}&end=${end}&step=120`,
    ]) {
      const { status, body } = await metrics(query);
      expect([query, status]).toEqual([query, 200]);
      expect(body.data.step).toBe(120);
      expect(Date.parse(body.data.start)).toBe((end - 600) * 1000);
      expect(Date.parse(body.data.end)).toBe(end * 1000);
    }
  });

  test('return 400 for a malformed or impossible time range, and details name the parameter', async () => {
    for (const [query, field] of [
      ['&start=yesterday', 'start'],
      ['&end=2026-13-45', 'end'],
      ['&step=0', 'step'],
      ['&step=abc', 'step'],
      ['&start=2000000000&end=1000000000', 'start'],
      ['&step=60&step=60', 'step'],
    ] as const) {
      const { status, body } = await metrics(query);
      expect([query, status, body.error?.code]).toEqual([query, 400, 'BAD_REQUEST']);
      expect(body.error.details?.map((detail) => detail.field)).toEqual([field]);
    }
  });

  test('can be read with monitoring.read alone', async () => {
    const { body } = await world.client.post('/auth/token', undefined, {
      api_key: world.alpha.live,
      scopes: ['monitoring.read'],
    });
    expect((await metrics('', body.data.access_token)).status).toBe(200);
    expect((await world.client.get('/hosting', body.data.access_token)).status).toBe(403);
  });
});

describe('a VPS created by the operator', () => {
  test('is provisioned, can be used, and is terminated permanently', async () => {
    const { id } = await world.server.command<Hosting>(
      'hosting',
      'create',
      '--account',
      world.beta.id,
      '--hostname',
      'second.beta.test',
      '--wait',
    );
    const path = `/hosting/show?id=${id}`;
    const made = await world.client.get(path, world.beta.live);
    expect(made.body.data).toMatchObject({ status: 'running', hostname: 'second.beta.test', subscription_id: null });
    await world.server.command('hosting', 'terminate', '--id', id, '--wait');
    expect((await world.client.get(path, world.beta.live)).body.data).toMatchObject({ status: 'terminated' });
    const restart = await world.client.post(`/hosting/restart?id=${id}`, world.beta.live);
    expect(restart.body.error.code).toBe('VPS_NOT_RUNNING');
    const start = await world.client.post(`/hosting/start?id=${id}`, world.beta.live);
    expect([start.status, start.body.error.code]).toEqual([409, 'CONFLICT']);
  });
});

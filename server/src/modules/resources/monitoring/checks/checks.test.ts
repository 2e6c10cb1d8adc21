import type { ServerResponse } from 'node:http';
import { sql } from '@hostler/database';
import type { Event } from '@hostler/testing/api-types.ts';
import { startHttpReceiver, startRawReceiver, type TestReceiver } from '@hostler/testing/receivers/receiver.ts';
import { type Panel, peopleOf } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { until } from '@hostler/testing/until.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '#kernel/time.ts';
import type { Check } from './schemas.ts';

let server: TestServer;
let people: ReturnType<typeof peopleOf>;
let panel: Panel;
let accountId: number;
let key: string;
let site: TestReceiver;
let answer: (response: ServerResponse) => void;
const asked: (string | undefined)[] = [];

const well = (response: ServerResponse) => response.end('Welcome');
const broken = (response: ServerResponse) => response.writeHead(503).end();

beforeAll(async () => {
  server = await startTestServer({ env: { HOSTLER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' } });
  server.clock.standStill();
  people = peopleOf(server);
  site = await startHttpReceiver((request, response) => {
    asked.push(request.url);
    answer(response);
  });
  ({ panel, accountId } = await people.owner());
  ({ key } = await server.createKey(accountId, 'live'));
});
beforeEach(() => {
  answer = well;
});
afterAll(async () => {
  await server.stop();
  await site.close();
});

const url = (path = '/') => `http://127.0.0.1:${site.port}${path}`;
const create = (body: object, of = panel) =>
  of.post<Check>('/monitoring/checks', { account_id: accountId, type: 'http', target: url(), ...body });
const update = (id: number, body: object) =>
  panel.post<Check>('/monitoring/checks/update', { account_id: accountId, id, ...body });
const remove = (id: number) => panel.post<Check>('/monitoring/checks/remove', { account_id: accountId, id });
const show = (id: number, ready: (check: Check) => boolean) =>
  server.until(`/monitoring/checks/show?id=${id}`, key, ready);
const untilStatus = (id: number, status: Check['status']) => show(id, (check) => check.status === status);
const untilTried = (check: Check) => show(check.id, (now) => now.last_checked_at !== check.last_checked_at);
const alertsOf = async (id: number) => (await server.get(`/monitoring/alerts?check_id=${id}`, key)).body.data;
const make = async (body: object = {}) => untilStatus((await create(body)).body.data.id, 'up');

/** Puts the check into the state after three failed tries. */
async function makeDown(): Promise<Check> {
  answer = broken;
  const { id } = (await create({})).body.data;
  const tries = [{ at: server.clock.now(), error: 'The answer has the status 503.', ms: null }];
  await server.operator.checks.recordHistory({ id, tries });
  return untilStatus(id, 'down');
}

/** Advances the clock to the next try and waits for it. */
async function tryAgain(id: number, ms = MINUTE): Promise<Check> {
  const { body } = await server.get(`/monitoring/checks/show?id=${id}`, key);
  server.clock.advance(ms);
  return untilTried(body.data);
}

describe('an HTTP check', () => {
  it('runs at once and then every minute, with bars and a history', async () => {
    const made = await create({ expect_text: 'Welcome', expect_status: 200 });
    expect([made.status, made.body.message]).toEqual([201, 'Check created.']);
    expect(made.body.data).toMatchObject({
      name: `127.0.0.1:${site.port}`,
      status: 'pending',
      interval_seconds: 60,
      last_checked_at: null,
      follow_redirects: false,
      certificate_days: 14,
      uptime_24h: null,
      bars: [],
    });
    const { id } = made.body.data;
    const first = await untilStatus(id, 'up');
    expect(first).toMatchObject({ error: null, response_ms: expect.any(Number), uptime_24h: 100 });
    expect(first.bars).toHaveLength(48);
    expect(first.bars.at(-1)).toMatchObject({ up: 1, down: 0 });
    await tryAgain(id);
    const { bars } = await tryAgain(id);
    expect(bars.reduce((sum, { up }) => sum + up, 0)).toBe(3);
    const history = await server.get(`/monitoring/checks/history?check_id=${id}&step=60`, key);
    expect(history.body.data).toMatchObject({ check_id: id, step: 60 });
    const { up_percent, response_ms } = history.body.data.series;
    expect(up_percent.unit).toBe('percent');
    expect(up_percent.values.map(([, value]) => value)).toEqual(up_percent.values.map(() => 100));
    expect(response_ms.values.length).toBeGreaterThan(1);
  });

  it('is down after three failures in a row, fires once, and resolves after two successes', async () => {
    const { id } = await make({ name: 'Shop', target: url('/shop') });
    answer = broken;
    for (const wait of [MINUTE, 10 * SECOND])
      expect(await tryAgain(id, wait)).toMatchObject({ status: 'up', error: null });
    const down = await tryAgain(id, 10 * SECOND);
    expect(down).toMatchObject({ status: 'down', error: 'The answer has the status 503.', response_ms: null });
    expect(asked.filter((path) => path === '/shop')).toHaveLength(4);
    expect(down.bars.at(-1)).toMatchObject({ down: 1 });
    await tryAgain(id);
    const [alert, ...others] = await alertsOf(id);
    expect(others).toEqual([]);
    expect(alert).toMatchObject({
      metric: 'check',
      state: 'firing',
      message: 'Shop is down: the answer has the status 503.',
    });
    answer = well;
    expect((await tryAgain(id)).status).toBe('down');
    answer = broken;
    expect((await tryAgain(id, 10 * SECOND)).status).toBe('down');
    answer = well;
    await tryAgain(id);
    expect(await tryAgain(id, 10 * SECOND)).toMatchObject({ status: 'up', error: null });
    expect(await alertsOf(id)).toMatchObject([{ id: alert?.id, state: 'resolved' }]);
    const told = await server.until<Event[]>('/events?limit=100', key, (events) =>
      events.some(({ data }) => data.check_id === id && data.state === 'resolved'),
    );
    expect(told.filter(({ data }) => data.check_id === id).map(({ data }) => [data.id, data.state])).toEqual([
      [alert?.id, 'firing'],
      [alert?.id, 'resolved'],
    ]);
  });

  it('starts again with a new target, and does not run while it is paused', async () => {
    const { id } = await makeDown();
    answer = well;
    const changed = await update(id, { name: 'New', target: url('/new'), interval_seconds: 120 });
    expect(changed.body.data).toMatchObject({ status: 'pending', error: null, name: 'New', interval_seconds: 120 });
    expect(await alertsOf(id)).toMatchObject([{ state: 'resolved' }]);
    server.clock.advance(10 * SECOND);
    await untilStatus(id, 'up');
    expect((await update(id, { status: 'paused' })).body.data).toMatchObject({ status: 'paused' });
    const found = await server.get('/monitoring/checks?status=paused&search=NEW', key);
    expect(found.body.data.map((check) => check.id)).toEqual([id]);
    const due = sql<{ id: number }, { due_at: number | null }>(
      'select due_at from monitoring_check_states where check_id = :id',
    );
    expect(await server.hostler.db.read(due.one({ id }))).toEqual({ due_at: null });
    expect((await update(id, { status: 'active' })).body.data).toMatchObject({ status: 'pending' });
    server.clock.advance(10 * SECOND);
    await untilStatus(id, 'up');
  });

  it('deletes its results and resolves its alert when it is removed', async () => {
    const last = await makeDown();
    const { id } = last;
    expect((await remove(id)).body.data).toEqual(last);
    expect(await alertsOf(id)).toMatchObject([{ state: 'resolved' }]);
    const left = sql<{ id: number }>('select check_id from monitoring_check_results where check_id = :id');
    expect(await server.hostler.db.read(left.all({ id }))).toEqual([]);
    for (const gone of [await remove(id), await update(id, {})]) expect(gone.status).toBe(404);
  });
});

describe('a TCP check', () => {
  it('connects without sending anything', async () => {
    const port = await startRawReceiver(() => {});
    const { id } = (await create({ type: 'tcp', target: `127.0.0.1:${port.port}` })).body.data;
    expect(await untilStatus(id, 'up')).toMatchObject({ type: 'tcp', certificate_expires_at: null });
    await port.close();
  });
});

describe('a check request', () => {
  const REFUSED = 'must be a public address that this installation may reach.';

  it('is refused with an internal target, credentials in the URL, or fields of another type', async () => {
    const wrong: [object, string, string, string][] = [
      [{ target: 'http://10.0.0.1/' }, 'target', REFUSED, 'target_not_public'],
      [{ target: 'http://0xa.1/' }, 'target', REFUSED, 'target_not_public'],
      [{ target: 'http://[::ffff:10.0.0.1]/' }, 'target', REFUSED, 'target_not_public'],
      [
        { target: 'https://me:secret@example.com/' },
        'target',
        'must not contain a user name or a password.',
        'url_with_credentials',
      ],
      [{ target: 'ftp://example.com/' }, 'target', 'must begin with https:// or http:// and a host.', 'url_not_http'],
      [{ type: 'tcp', target: '169.254.169.254:80' }, 'target', REFUSED, 'target_not_public'],
      [
        { type: 'tcp', target: url() },
        'target',
        'must be a host and a port, like example.com:25.',
        'not_host_and_port',
      ],
      [
        { type: 'tcp', target: 'example.com:25', expect_text: 'x' },
        'expect_text',
        'is only for checks of type http.',
        'only_for_http_checks',
      ],
      [
        { redirect_to: '/new' },
        'redirect_to',
        'must be a full URL, like https://www.example.com/.',
        'redirect_not_url',
      ],
      [{ interval_seconds: 59 }, 'interval_seconds', 'must be at least 60.', 'too_small'],
    ];
    for (const [body, field, message, reason] of wrong) {
      const { status, body: refusal } = await create(body);
      const details = refusal.error.details?.map(({ params: _, ...detail }) => detail);
      expect([status, details], JSON.stringify(body)).toEqual([422, [{ field, message, reason }]]);
    }
    const { id } = await make();
    expect((await update(id, { target: 'http://192.168.0.1/' })).status).toBe(422);
  });

  it('is accepted with hosting.write, which allows list, show and history but not alerts', async () => {
    const writer = await people.member(accountId, { scopes: 'hosting.write' });
    const { id } = (await create({}, writer.panel)).body.data;
    const headers = { authorization: `Bearer ${await writer.panel.token(accountId)}` };
    const probe = <T>(path: string) => server.request<T>('GET', path, { headers });
    const { status, body } = await probe<Check[]>('/monitoring/checks');
    expect([status, body.data.map((check) => check.id)]).toEqual([200, expect.arrayContaining([id])]);
    for (const path of ['show', 'history'])
      expect((await probe(`/monitoring/checks/${path}?id=${id}`)).status).toBe(200);
    expect((await probe('/monitoring/alerts')).status).toBe(403);
  });

  it('is refused without write access (403) and for another account (404)', async () => {
    const reader = await people.member(accountId, { scopes: 'monitoring.read' });
    expect((await create({}, reader.panel)).status).toBe(403);
    const stranger = await people.owner();
    expect((await create({}, stranger.panel)).status).toBe(404);
    const { id } = await make();
    const foreign = await server.createKey(stranger.accountId, 'live');
    for (const path of ['show', 'history']) {
      expect((await server.get(`/monitoring/checks/${path}?id=${id}`, foreign.key)).status).toBe(404);
    }
    const theirs = { account_id: stranger.accountId, id };
    for (const path of ['update', 'remove']) {
      expect((await stranger.panel.post(`/monitoring/checks/${path}`, theirs)).status).toBe(404);
    }
  });

  it('is refused above the limit of the account', async () => {
    const { length } = (await server.get('/monitoring/checks', key)).body.data;
    await server.operator.limits.change({ account_id: accountId, limits: { checks: length } });
    const { status, body } = await create({});
    expect([status, body.error.code]).toEqual([409, 'QUOTA_EXCEEDED']);
    await server.operator.limits.change({ account_id: accountId, limits: { checks: null } });
  });
});

describe('a worker without network access', () => {
  it('sets hostler_check_worker_suspect and fires no alerts', async () => {
    const tries = new Map<string, number>();
    const everywhere = await startHttpReceiver((request, response) => {
      const { host = '' } = request.headers;
      tries.set(host, (tries.get(host) ?? 0) + 1);
      answer(response);
    }, '0.0.0.0');
    const hosts = Array.from({ length: 8 }, (_, index) => `127.0.7.${index + 1}:${everywhere.port}`);
    const made = await Promise.all(hosts.map((host) => make({ target: `http://${host}/` })));
    answer = broken;
    await until(() => {
      server.clock.advance(5 * SECOND);
      return hosts.every((host) => (tries.get(host) ?? 0) >= 4);
    });
    expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('hostler_check_worker_suspect 1');
    const { body } = await server.get('/monitoring/checks?status=up&per_page=100', key);
    const up = new Set(body.data.map(({ id }) => id));
    expect(made.every(({ id }) => up.has(id))).toBe(true);
    for (const { id } of made) expect(await alertsOf(id)).toEqual([]);
    await everywhere.close();
  });
});

describe('monitoring check commands', () => {
  it('create, list and remove checks for a customer', async () => {
    const made = await server.run<Check>('monitoring check create', '--account', accountId, '--target', url('/op'));
    expect(made).toMatchObject({ account_id: accountId, type: 'http', certificate_days: 14 });
    const listed = await server.run<Check[]>('monitoring check list', '--account', String(accountId));
    expect(listed[0]).toMatchObject({ id: made.id, account_id: accountId, target: url('/op') });
    expect(await server.run('monitoring check remove', '--id', made.id)).toMatchObject({ id: made.id });
  });
});

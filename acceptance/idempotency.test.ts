import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiData } from '../testing/api-types.ts';
import { queryStored } from './stored.ts';
import { minimalBody, nameOperation, withQuery } from './walk.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let keys = 0;

beforeAll(async () => {
  world = await openWorld();
  return world.close;
});

const fresh = () => ({ 'idempotency-key': `key-${++keys}-${'~!'}` });
const TICKET = { subject: 'Once', message: 'and only once' };

function post<P extends string>(path: P, body: unknown, headers: Record<string, string>, as = world.alpha.live) {
  return world.client.post<ApiData<'POST', P>>(path, as, body, headers);
}

describe('the same request with the same Idempotency-Key', () => {
  test('has its effect once and gets the stored response, marked as replayed', async () => {
    const before = await world.client.total('/tickets', world.alpha.live);
    const headers = fresh();
    const first = await post('/tickets', TICKET, headers);
    const second = await post('/tickets', TICKET, headers);
    const third = await post('/tickets', TICKET, headers);
    expect([first.status, second.status, third.status]).toEqual([201, 201, 201]);
    expect([second.text, third.text]).toEqual([first.text, first.text]);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await world.client.total('/tickets', world.alpha.live)).toBe(before + 1);
  });

  test('sent concurrently has its effect once, and all get the same response', async () => {
    const before = await world.client.total('/tickets', world.alpha.live);
    const headers = fresh();
    const answers = await Promise.all(Array.from({ length: 12 }, () => post('/tickets', TICKET, headers)));
    // A request in progress may be refused instead of awaited.
    for (const { status, body } of answers) {
      expect(status === 201 || body.error.code === 'IDEMPOTENCY_KEY_REUSED').toBe(true);
    }
    const created = answers.filter(({ status }) => status === 201);
    expect(new Set(created.map(({ text }) => text)).size).toBe(1);
    expect(created.filter(({ headers: sent }) => sent.get('idempotent-replayed') === null)).toHaveLength(1);
    expect(await world.client.total('/tickets', world.alpha.live)).toBe(before + 1);
  });

  test('gets the same error again if the first request was invalid', async () => {
    const { body } = await post('/tickets', TICKET, {});
    await post(`/tickets/close?id=${body.data.id}`, undefined, {});
    for (const [path, data, status] of [
      ['/tickets', {}, 422],
      ['/tickets/close?id=999999999', undefined, 404],
      [`/tickets/close?id=${body.data.id}`, undefined, 409],
      ['/tickets/close', undefined, 400],
    ] as const) {
      const headers = fresh();
      const first = await post(path, data, headers);
      const second = await post(path, data, headers);
      expect([path, first.status, second.status]).toEqual([path, status, status]);
      expect(second.text).toBe(first.text);
      expect(second.headers.get('idempotent-replayed')).toBe('true');
    }
  });

  test('is executed again if the first was refused for scope or rate limit, or failed with 500', async () => {
    const { body } = await world.client.post('/auth/token', undefined, {
      api_key: world.alpha.live,
      scopes: ['tickets.read'],
    });
    const headers = fresh();
    expect((await post('/tickets', TICKET, headers, body.data.access_token)).status).toBe(403);
    const allowed = await post('/tickets', TICKET, headers);
    expect([allowed.status, allowed.headers.get('idempotent-replayed')]).toEqual([201, null]);

    const sandbox = fresh();
    for (const [scenario, status] of [
      ['rate_limited', 429],
      ['server_error', 500],
    ] as const) {
      const failed = await post('/tickets', TICKET, { ...sandbox, 'x-sandbox-scenario': scenario }, world.alpha.test);
      expect(failed.status).toBe(status);
    }
    const done = await post('/tickets', TICKET, sandbox, world.alpha.test);
    expect([done.status, done.headers.get('idempotent-replayed')]).toEqual([201, null]);
  });

  test('gets the same Location of the action again', async () => {
    await world.client.until(
      `/hosting/show?id=${world.alpha.hosting}`,
      world.alpha.live,
      ({ status }) => status === 'running',
    );
    const headers = fresh();
    const path = `/hosting/restart?id=${world.alpha.hosting}`;
    const first = await post(path, undefined, headers);
    const second = await post(path, undefined, headers);
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect(second.headers.get('location')).toMatch(/^\/api\/v1\/actions\/show\?id=\d+$/);
  });

  test('gets the same password again, which is stored encrypted', async () => {
    const headers = fresh();
    const first = await post('/databases', { name: 'once' }, headers);
    const second = await post('/databases', { name: 'once' }, headers);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.text).toBe(first.text);
    const { password } = first.body.data;
    expect(password.length).toBeGreaterThan(15);
    for (const table of ['idempotency_records', 'databases', 'actions', 'events', 'jobs']) {
      const rows = await queryStored(world.server.settings, `select * from ${table}`);
      expect(JSON.stringify(rows), table).not.toContain(password);
    }
  });

  test('works on every POST except those of /auth', async () => {
    // Webhook tests are sent each time, and previews are computed each time; both write nothing.
    const never = [
      ...['/auth/token', '/auth/refresh', '/auth/device', '/auth/device/collect'],
      ...['/webhooks/test', '/subscriptions/preview'],
    ].map((path) => `/api/v1${path}`);
    const posts = world.client.api.operations.filter(({ method, path }) => method === 'POST' && !never.includes(path));
    for (const operation of posts) {
      const headers = fresh();
      const path = withQuery(operation.path, operation.id ? { [operation.id]: 999_999_999 } : {});
      // Use an unknown id or an empty body: errors are stored like successes.
      const body = operation.id ? minimalBody(world.client.api, operation) : {};
      const first = await post(path, body, headers);
      const second = await post(path, body, headers);
      expect([nameOperation(operation), second.status, second.text]).toEqual([
        nameOperation(operation),
        first.status,
        first.text,
      ]);
      expect([nameOperation(operation), second.headers.get('idempotent-replayed')]).toEqual([
        nameOperation(operation),
        'true',
      ]);
    }
    const headers = fresh();
    const token = () => post('/auth/token', { api_key: world.alpha.live }, headers, undefined);
    const [first, second] = [await token(), await token()];
    expect(first.body.data.access_token).not.toBe(second.body.data.access_token);
  });
});

describe('a different request with the same Idempotency-Key', () => {
  test('returns 409 IDEMPOTENCY_KEY_REUSED if body, query or path differ', async () => {
    const headers = fresh();
    const { body } = await post('/tickets', TICKET, headers);
    const before = await world.client.total('/tickets', world.alpha.live);
    for (const [path, data] of [
      ['/tickets', { ...TICKET, subject: 'Twice' }],
      ['/tickets?x=1', TICKET],
      [`/tickets/close?id=${body.data.id}`, undefined],
      ['/tickets', {}],
    ] as const) {
      const answer = await post(path, data, headers);
      expect([path, answer.status, answer.body.error.code]).toEqual([path, 409, 'IDEMPOTENCY_KEY_REUSED']);
    }
    expect(await world.client.total('/tickets', world.alpha.live)).toBe(before);
    expect((await post('/tickets', TICKET, headers)).headers.get('idempotent-replayed')).toBe('true');
  });

  test('is independent if it uses another API key', async () => {
    const headers = fresh();
    const first = await post('/tickets', TICKET, headers);
    const second = await post('/tickets', TICKET, headers, world.beta.live);
    expect(second.status).toBe(201);
    expect(second.headers.get('idempotent-replayed')).toBeNull();
    expect(second.body.data.id).not.toBe(first.body.data.id);
  });

  test('is the same request if it uses a token of the same API key', async () => {
    const headers = fresh();
    const first = await post('/tickets', TICKET, headers);
    const { body } = await world.client.post('/auth/token', undefined, {
      api_key: world.alpha.live,
    });
    const second = await post('/tickets', TICKET, headers, body.data.access_token);
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });
});

describe('an Idempotency-Key', () => {
  test('returns 400 if it is empty, too long or not visible ASCII', async () => {
    const before = await world.client.total('/tickets', world.alpha.live);
    for (const key of ['', 'x'.repeat(256), 'a b', 'schlüssel']) {
      const sent = Buffer.from(key, 'utf8').toString('latin1');
      const { status, body } = await post('/tickets', TICKET, { 'idempotency-key': sent });
      expect([key, status, body.error?.code]).toEqual([key, 400, 'BAD_REQUEST']);
      expect(body.error.details?.[0]?.field).toBe('Idempotency-Key');
    }
    expect((await post('/tickets', TICKET, { 'idempotency-key': 'x'.repeat(255) })).status).toBe(201);
    expect(await world.client.total('/tickets', world.alpha.live)).toBe(before + 1);
  });
});

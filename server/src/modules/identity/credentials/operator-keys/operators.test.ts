import { sql } from '@hostler/database';
import type { OperatorApi } from '@hostler/testing/api-types.ts';
import { openPanel, PASSWORD_HASH, peopleOf } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { callOperatorApi, signInStaff } from '@hostler/testing/server/staff.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE } from '#kernel/time.ts';

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  account = await server.createAccount();
  return server.stop;
});

/** Each test has its own rate window, because wrong credentials are counted by address. */
beforeEach(() => server.clock.advance(MINUTE - (server.clock.now() % MINUTE)));

const me = (headers: Record<string, string>) => callOperatorApi<OperatorApi.Me>(server, 'GET', '/me', headers);
const createKey = (given: object = {}) =>
  server.operator.operatorKeys.create({ name: 'tests', role: 'support', ...given });
const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;

describe('staff roles', () => {
  it('can be combined, in any order', async () => {
    const made = await server.run<{ staff_role: string }>(
      ...['operator create', '--email', 'two@example.com', '--name', 'Two Roles', '--role', 'billing,support'],
      ...['--password', 'twelve letters'],
    );
    expect(made).toMatchObject({ name: 'Two Roles', staff_role: 'support,billing' });
    const wrong = server.run('operator create', '--email', 'x@example.com', '--role', 'support,boss');
    await expect(wrong).rejects.toMatchObject({ details: [{ field: '--role' }] });
  });

  it('always include one active owner', async () => {
    const own = await startTestServer({ worker: false });
    try {
      const create = async (email: string) =>
        (await own.operator.people.createStaff({ email, role: 'owner', password_hash: PASSWORD_HASH })).id ?? 0;
      const first = await create('first@example.com');
      const refused = { code: 'CONFLICT', message: expect.stringContaining('last staff member') };
      const lastOwner = [
        () => own.run('operator disable', '--id', first),
        () => own.run('operator update', '--id', first, '--role', 'support'),
        () => own.run('operator create', '--email', 'first@example.com', '--role', 'support'),
        () => own.run('person disable', '--id', first),
        () => own.run('person erase', '--id', first, '--force'),
      ];
      for (const end of lastOwner) await expect(end()).rejects.toMatchObject(refused);
      const second = await create('second@example.com');
      // Two owners end each other's role at the same time: one of them stays.
      const both = await Promise.allSettled([first, second].map((id) => own.operator.staff.disable({ id })));
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await own.run('operator list', '--status', 'active')).toHaveLength(1);
      expect(await own.run('operator list', '--status', 'disabled')).toHaveLength(1);
    } finally {
      await own.stop();
    }
  });

  it('take effect within a second when they are changed or removed', async () => {
    await server.operator.people.createStaff({ email: 'o@example.com', role: 'owner', password_hash: PASSWORD_HASH });
    const staff = await signInStaff(server, 'support');
    expect((await staff.get<OperatorApi.Me>('/me')).body.data).toMatchObject({ role: 'support', key: null });
    const key = await server.operator.operatorKeys.create({
      ...{ name: 'of a person', role: 'support', made_by: { id: staff.id, roles: new Set(['support']) } },
    });
    expect((await me({ 'x-api-key': key.key })).status).toBe(200);
    await server.run('operator update', '--id', staff.id, '--role', 'technician,billing');
    await expect.poll(async () => (await staff.get<OperatorApi.Me>('/me')).body.data.role).toBe('billing,technician');
    await expect.poll(() => statusOf(me({ 'x-api-key': key.key }))).toBe(401);
    await server.run('operator disable', '--id', staff.id);
    await expect.poll(() => statusOf(staff.get('/me'))).toBe(401);
    // Access as a customer stays.
    expect((await staff.panel.get('/sessions/current')).status).toBe(200);
  });
});

describe('a staff session', () => {
  it('needs a second factor', async () => {
    const staff = await signInStaff(server, 'owner', { secondFactor: false });
    const { status, body } = await staff.get('/me');
    expect([status, body.error.code]).toEqual([403, 'FORBIDDEN']);
    expect(body.error.message).toContain('second factor');
  });

  it('ends the other sessions of the person when the second factor is turned on', async () => {
    const staff = await signInStaff(server, 'support', { secondFactor: false });
    const before = openPanel(server);
    await before.signIn(staff.email);
    const { turnOnTotp } = await import('@hostler/testing/server/people.ts');
    await turnOnTotp(server, staff.panel);
    await expect.poll(() => statusOf(before.get('/sessions/current'))).toBe(401);
    expect((await staff.get('/me')).status).toBe(200);
  });

  it('needs no second factor in the demo on this machine, unless a proxy forwards the request', async () => {
    const demo = await startTestServer({ worker: false, env: { HOSTLER_DEMO: '1' } });
    try {
      const staff = await signInStaff(demo, 'support', { secondFactor: false });
      expect((await staff.get('/me')).status).toBe(200);
      for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip']) {
        expect((await staff.get('/me', { [name]: '127.0.0.1' })).status).toBe(403);
      }
    } finally {
      await demo.stop();
    }
  });
});

describe('credentials of other APIs', () => {
  it('are refused with 401', async () => {
    const owner = await peopleOf(server).owner();
    const token = await owner.panel.token(owner.accountId);
    const cookie = [...owner.panel.cookies].map((pair) => pair.join('=')).join('; ');
    const foreign = [
      {},
      { cookie },
      { 'x-api-key': account.live },
      { authorization: `Bearer ${account.live}` },
      { authorization: `Bearer ${token}` },
      { authorization: 'Basic eDp5' },
    ];
    for (const headers of foreign) expect([headers, (await me(headers as never)).status]).toEqual([headers, 401]);
    const { key } = await createKey();
    expect((await server.get('/auth/me', key)).status).toBe(401);
    expect((await server.request('GET', '/auth/me', { headers: { authorization: `Bearer ${key}` } })).status).toBe(401);
    expect((await openPanel(server).get('/sessions/current', { headers: { 'x-api-key': key } })).status).toBe(401);
  });
});

describe('an operator key', () => {
  it('is shown once and stored as a hash', async () => {
    const made = await server.run<{ id: number; key: string }>(
      ...(['operator key create', '--name', 'reports', '--role', 'billing,support'] as const),
      ...['--allow-from', '127.0.0.0/8', '--expires', '2100-01-01T00:00:00Z', '--rate-limit', '50'],
    );
    const { key, ...shown } = made;
    expect(key).toMatch(/^svc_op_[0-9A-Za-z]{36}$/);
    expect(shown).toMatchObject({ role: 'support,billing', allowed_networks: ['127.0.0.0/8'], rate_limit: 50 });
    expect(await server.run('operator key list', '--status', 'active')).toContainEqual(shown);
    const stored = await server.hostler.db.read(sql<object, object>('select * from operator_keys').all({}));
    expect(JSON.stringify(stored)).not.toContain(key.slice(7, -4));
    const answer = await me({ 'x-api-key': key });
    expect(answer.body.data).toMatchObject({ person: null, key: { name: 'reports' }, role: 'support,billing' });
    expect(answer.headers.get('x-ratelimit-limit')).toBe('50');
    expect((await me({ authorization: `Bearer ${key}` })).status).toBe(200);
  });

  it('becomes invalid within a second when it expires or is revoked', async () => {
    const expiring = await createKey({ expires_at: server.clock.now() + MINUTE });
    expect((await me({ 'x-api-key': expiring.key })).status).toBe(200);
    server.clock.advance(MINUTE);
    expect((await me({ 'x-api-key': expiring.key })).body.error.code).toBe('INVALID_API_KEY');
    const { id, key } = await createKey();
    expect((await me({ 'x-api-key': key })).status).toBe(200);
    await server.run('operator key revoke', '--id', id);
    await expect.poll(() => statusOf(me({ 'x-api-key': key }))).toBe(401);
  });

  it('works only from its allowed networks and within its rate limit', async () => {
    const { key } = await createKey({ allowed_networks: ['192.0.2.0/24'] });
    expect((await me({ 'x-api-key': key })).status).toBe(403);
    const slow = await createKey({ rate_limit: 2 });
    const statuses = [];
    for (let count = 0; count < 3; count++) statuses.push((await me({ 'x-api-key': slow.key })).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ role: 'boss' }, 'role'],
    [{ rate_limit: 0 }, 'rate_limit'],
    [{ expires_at: 1 }, 'expires_at'],
    [{ allowed_networks: ['home'] }, 'allowed_networks[0]'],
  ])('refuses %j at creation', async (given, field) => {
    await expect(createKey(given)).rejects.toMatchObject({ details: [{ field }] });
  });
});

it('the operator API has an OpenAPI document and a reference page', async () => {
  const document = (await (await fetch(`${server.url}/openapi-operator.json`)).json()) as { paths: object };
  expect(Object.keys(document.paths)).toContain('/operator/api/v1/me');
  const reference = await fetch(`${server.url}/operator/docs`);
  expect([reference.status, await reference.text()]).toEqual([200, expect.stringContaining('/openapi-operator.json')]);
});

import { sql } from '@hostler/database';
import type { PanelApi } from '@hostler/testing/api-types.ts';
import { openPanel, PASSWORD, PASSWORD_HASH, type Panel } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { until } from '@hostler/testing/until.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '#kernel/scopes.ts';
import { DAY, MINUTE } from '#kernel/time.ts';

const EMAIL = 'jo@example.com';
const IDLE_END = sql<{ id: number }, { idle_ends_at: number }>('select idle_ends_at from sessions where id = :id');
let server: TestServer;
let accountId: number;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  accountId = (await server.operator.accounts.create({ name: 'Acme', email: EMAIL, password_hash: PASSWORD_HASH })).id;
  return server.stop;
});

async function signIn(): Promise<Panel> {
  const panel = openPanel(server);
  expect((await panel.signIn(EMAIL)).status).toBe(201);
  return panel;
}

const ask = (path: string, token: string, body?: unknown) =>
  server.request(body === undefined ? 'GET' : 'POST', path, { headers: { authorization: `Bearer ${token}` }, body });

describe('signing in', () => {
  it('returns the person and their accounts, and sets a cookie that scripts and other sites cannot use', async () => {
    const panel = openPanel(server);
    const { status, body, headers } = await panel.signIn(' Jo@Example.COM ');
    expect(status).toBe(201);
    expect(body.data).toEqual({
      person: { id: expect.any(Number), email: EMAIL, name: 'jo', staff_role: null },
      accounts: [
        {
          id: accountId,
          name: 'Acme',
          role: 'owner',
          scopes: [...SCOPES],
          sandbox_scopes: [...SCOPES],
          rights: ['keys', 'people', 'audit', 'requests'],
          environments: ['live', 'test'],
          ownership_offered: false,
          waiting: false,
          unpaid: false,
          suspension: null,
        },
      ],
    });
    const [session] = headers.getSetCookie();
    expect(session).toMatch(/^hostler_session=[0-9A-Za-z]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict$/);
  });

  it('refuses an e-mail address with invalid characters, and so does requesting a new password', async () => {
    for (const email of ['jo\u0000@example.com', 'jo\ud800']) {
      const answers = [
        await openPanel(server).signIn(email),
        await openPanel(server).post('/security/password/forgot', { email }),
      ];
      expect(answers.map(({ status, body }) => [status, body.error.details?.[0]?.field])).toEqual([
        [422, 'email'],
        [422, 'email'],
      ]);
    }
  });

  it('gets the same response for a wrong password and for an unknown address', async () => {
    const wrong = await openPanel(server).signIn(EMAIL, 'not the password');
    const unknown = await openPanel(server).signIn('nobody@example.com', 'not the password');
    expect([wrong.status, wrong.body.error.code]).toEqual([401, 'UNAUTHORIZED']);
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });
});

describe('a session', () => {
  it('is shown with its times, and is listed with the other sessions', async () => {
    const [panel, other] = [await signIn(), await signIn()];
    const current = await panel.get<PanelApi.CurrentSession>('/sessions/current');
    expect(current.body.data).toMatchObject({ person: { email: EMAIL }, second_factor: false });
    const listed = await panel.get<PanelApi.Session[]>('/sessions');
    const own = listed.body.data.filter((session) => session.current);
    expect(own.map(({ id }) => id)).toEqual([current.body.data.session.id]);
    expect((await panel.post('/sessions/remove', { all: true })).status).toBe(200);
    expect((await other.get('/sessions/current')).status).toBe(401);
    expect((await panel.get('/sessions')).body.meta.total).toBe(1);
  });

  it('knows the address of the request: behind a trusted proxy that of the client, and no other text', async () => {
    const panel = await signIn();
    const from = async (caller: Panel, forwarded: string) =>
      (await caller.get<PanelApi.OwnAddress>('/sessions/address', { headers: { 'x-forwarded-for': forwarded } })).body
        .data.address;
    expect(await from(panel, '203.0.113.7')).toBe('127.0.0.1');
    const proxied = await startTestServer({ worker: false, env: { HOSTLER_TRUSTED_PROXIES: '127.0.0.0/8' } });
    try {
      await proxied.operator.accounts.create({ name: 'Acme', email: EMAIL, password_hash: PASSWORD_HASH });
      const behind = openPanel(proxied);
      await behind.signIn(EMAIL);
      for (const [forwarded, address] of [
        ['203.0.113.7', '203.0.113.7'],
        ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
        ['::ffff:203.0.113.7', '203.0.113.7'],
        ['2001:DB8:0:0:0:0:0:7', '2001:db8::7'],
        ['<b>', null],
      ] as const) {
        expect(await from(behind, forwarded)).toBe(address);
      }
    } finally {
      await proxied.stop();
    }
  });

  it('ends when the person signs out, and the browser deletes its cookie', async () => {
    const panel = await signIn();
    const copy = new Map(panel.cookies);
    expect((await panel.post('/sessions/remove')).status).toBe(200);
    expect(panel.cookies.has('hostler_session')).toBe(false);
    const thief = openPanel(server);
    for (const [name, value] of copy) thief.cookies.set(name, value);
    await expect.poll(async () => (await thief.get('/sessions/current')).status).toBe(401);
  });

  it('gets a new cookie when the password is entered again', async () => {
    const panel = await signIn();
    const before = panel.cookies.get('hostler_session');
    server.clock.advance(11 * MINUTE);
    const wrong = await panel.post('/sessions/confirm', { password: 'not the password' });
    expect([wrong.status, wrong.body.error.details]).toEqual([
      422,
      [{ field: 'password', message: 'is wrong.', reason: 'wrong_password' }],
    ]);
    const confirmed = await panel.post('/sessions/confirm', { password: PASSWORD });
    expect(confirmed.status).toBe(200);
    expect(panel.cookies.get('hostler_session')).not.toBe(before);
    expect((await panel.get('/sessions/current')).status).toBe(200);
  });

  it('ends after thirty days without use; using it extends it', async () => {
    const [used, unused] = [await signIn(), await signIn()];
    const idleEnd = server.clock.now() + 30 * DAY;
    server.clock.advance(29 * DAY);
    const { body } = await used.get<PanelApi.CurrentSession>('/sessions/current');
    const { id } = body.data.session;
    // The session's last use is recorded after the response.
    await until(async () => ((await server.hostler.db.read(IDLE_END.one({ id })))?.idle_ends_at ?? 0) > idleEnd);
    server.clock.advance(2 * DAY);
    expect((await unused.get('/sessions/current')).status).toBe(401);
    await expect.poll(async () => (await used.get('/sessions/current')).status).toBe(200);
  });
});

describe('a panel token', () => {
  it('gives access to the public API with the rights of the person, and identifies the person', async () => {
    const panel = await signIn();
    const token = await panel.token(accountId);
    const me = await ask('/auth/me', token);
    expect(me.body.data).toMatchObject({
      account: { id: accountId, name: 'Acme' },
      person: { name: 'jo', email: EMAIL },
      key: null,
      environment: 'live',
      rate_limit: 600,
    });
    expect((await ask('/tickets', token, { subject: 'Hello', message: 'World' })).status).toBe(201);
    const simulated = await ask('/tickets', await panel.token(accountId, 'test'), {
      subject: 'Hello',
      message: 'World',
    });
    expect([simulated.status, simulated.headers.get('x-environment')]).toEqual([201, 'sandbox']);
  });

  it('ends within a second after its session', async () => {
    const panel = await signIn();
    const token = await panel.token(accountId);
    expect((await ask('/tickets', token)).status).toBe(200);
    await panel.post('/sessions/remove');
    await expect.poll(async () => (await ask('/tickets', token)).status).toBe(401);
  });

  it('is refused if one character is changed, and after fifteen minutes', async () => {
    const panel = await signIn();
    const token = await panel.token(accountId);
    expect((await ask('/tickets', token.replace(`_${accountId}_`, `_${accountId + 1}_`))).status).toBe(401);
    server.clock.advance(16 * MINUTE);
    expect((await ask('/tickets', token)).status).toBe(401);
  });

  it('is not issued for an account of other people', async () => {
    const { id } = await server.createAccount();
    const refused = await (await signIn()).post('/token', { account_id: id, environment: 'live' });
    expect([refused.status, refused.body.error.code]).toEqual([404, 'NOT_FOUND']);
  });
});

import { sql } from '@hostler/database';
import type { PanelApi } from '@hostler/testing/api-types.ts';
import { openPanel, PASSWORD_HASH, type Panel, peopleOf } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnyRoute } from '#kernel/http/route.ts';
import { MINUTE } from '#kernel/time.ts';

/** Covers every route of the panel API, so that a new one cannot be missed. */

const NOWHERE = 987_654_321;

let server: TestServer;
let customer: TestAccount;
let mine: { panel: Panel; accountId: number };
let theirs: { panel: Panel; accountId: number };
let routes: readonly AnyRoute[];

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  const people = peopleOf(server);
  customer = await server.createAccount();
  mine = await people.owner();
  theirs = await people.owner();
  routes = server.hostler.surfaces.find(({ name }) => name === 'panel')?.routes ?? [];
  return server.stop;
});

/** Each test has its own rate window, because wrong credentials are counted by address. */
beforeEach(() => server.clock.advance(MINUTE - (server.clock.now() % MINUTE)));

type Headers = Record<string, string | undefined>;

/** Sends a request that is invalid except for the account: checks must refuse it before validation. */
function call(panel: Panel, { method, path }: AnyRoute, accountId: number, headers: Headers = {}) {
  if (method === 'GET') return panel.get(`${path}?account_id=${accountId}`, { headers });
  return panel.post(path, { account_id: accountId }, { headers });
}

async function refusal(panel: Panel, route: AnyRoute, headers: Headers = {}, accountId = mine.accountId) {
  const { status, body } = await call(panel, route, accountId, headers);
  return [`${route.method} ${route.path}`, status, body.error?.code];
}

const nameOf = ({ method, path }: AnyRoute) => `${method} ${path}`;
const forPeople = () => routes.filter(({ access }) => access !== 'public');
const writes = () => routes.filter(({ method }) => method === 'POST');

describe('every route of the panel', () => {
  it('needs a session, unless it is listed here', () => {
    const open = routes.filter(({ access }) => access === 'public').map(({ path }) => path);
    expect(open.sort()).toEqual(OPEN.filter((path) => routes.some((route) => route.path === path)));
    expect(forPeople().length).toBeGreaterThan(5);
  });

  it('refuses requests without a session, or with an unknown one', async () => {
    for (const route of forPeople()) {
      expect(await refusal(openPanel(server), route)).toEqual([nameOf(route), 401, 'UNAUTHORIZED']);
      const guesser = openPanel(server);
      guesser.cookies.set('hostler_session', 'x'.repeat(43));
      expect(await refusal(guesser, route)).toEqual([nameOf(route), 401, 'UNAUTHORIZED']);
      server.clock.advance(MINUTE);
    }
  });

  it('refuses the credentials of the public API', async () => {
    const token = await mine.panel.token(mine.accountId);
    for (const headers of [{ 'x-api-key': customer.live }, { authorization: `Bearer ${token}` }]) {
      for (const route of forPeople()) {
        const accountId = 'x-api-key' in headers ? customer.id : mine.accountId;
        expect(await refusal(openPanel(server), route, headers, accountId)).toEqual([
          nameOf(route),
          401,
          'UNAUTHORIZED',
        ]);
      }
    }
  });

  it('answers the same for the account of another person and for an unknown one', async () => {
    const ofAccounts = routes.filter(({ account }) => account);
    expect(ofAccounts.length).toBeGreaterThan(3);
    for (const route of ofAccounts) {
      const foreign = await call(mine.panel, route, theirs.accountId);
      expect([nameOf(route), foreign.status, foreign.body.error.code]).toEqual([nameOf(route), 404, 'NOT_FOUND']);
      expect(foreign.body).toEqual((await call(mine.panel, route, NOWHERE)).body);
      const missing = await (route.method === 'GET' ? mine.panel.get(route.path) : mine.panel.post(route.path));
      expect([nameOf(route), missing.body.error.code]).toEqual([nameOf(route), 'MISSING_ID']);
      server.clock.advance(MINUTE);
    }
  });

  it('refuses a write from a page of another origin', async () => {
    const port = new URL(server.url).port;
    const foreign: Headers[] = [
      { origin: undefined },
      { origin: 'null' },
      { origin: 'https://elsewhere.example' },
      { origin: `https://127.0.0.1:${port}` },
      { origin: server.url.replace(port, String(Number(port) + 1)) },
      { origin: `${server.url}.elsewhere.example` },
      { 'x-hostler-panel': undefined },
      { 'x-hostler-panel': '0' },
    ];
    for (const route of writes()) {
      for (const headers of foreign) {
        expect(await refusal(mine.panel, route, headers)).toEqual([nameOf(route), 403, 'FORBIDDEN']);
      }
      server.clock.advance(MINUTE);
    }
  });

  it('sends no CORS headers', async () => {
    const headers = { origin: 'https://elsewhere.example' };
    for (const { path } of routes) {
      const asked = await fetch(`${server.url}/panel/api/v1${path}`, { method: 'OPTIONS', headers });
      expect([path, asked.status]).toEqual([path, 404]);
    }
    const answer = await mine.panel.get('/sessions/current', { headers });
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('that changes keys, people or sign-in requires a recent password', async () => {
    const sensitive = writes().filter(
      ({ path, access }) => /^\/(keys|people|security)\//.test(`${path}/`) && access !== 'public',
    );
    const others = sensitive.filter(({ confirmed }) => !confirmed).map(({ path }) => path);
    expect(others.filter((path) => !UNCONFIRMED.includes(path))).toEqual([]);
    server.clock.advance(11 * MINUTE);
    for (const route of sensitive) {
      if (!route.confirmed) continue;
      expect(await refusal(mine.panel, route)).toEqual([nameOf(route), 403, 'CONFIRMATION_REQUIRED']);
      server.clock.advance(MINUTE);
    }
  });
});

/** Routes without authentication, some with the secret of a link. */
const OPEN = [
  '/farewells/cancel',
  '/farewells/declaration',
  '/farewells/object',
  '/farewells/withdraw',
  '/invitations/accept',
  '/invitations/show',
  '/price-changes/agree',
  '/security/email/confirm',
  '/security/email/undo',
  '/security/password/forgot',
  '/security/password/reset',
  '/sessions',
  '/sessions/passkey',
  '/sessions/passkey/options',
  '/sessions/second-factor',
  '/sessions/second-factor/options',
  '/setup/owner',
  '/setup/show',
  '/shop/plans',
  '/shop/quote',
  '/sign-up',
  '/sign-up/confirm',
  '/sign-up/settings',
];

/** A name and a refusal grant no access, a request is only shown; the other route takes the password itself. */
const UNCONFIRMED = ['/security/profile', '/security/password', '/keys/device/show', '/keys/device/deny'];

describe('an Idempotency-Key of the panel API', () => {
  const once = { headers: { 'idempotency-key': 'the-same-for-all' } };
  const invite = (panel: Panel, account_id: number, email = 'once@example.com') =>
    panel.post<PanelApi.PersonOfAccount>('/people/invite', { account_id, email, role: 'member' }, once);

  it('belongs to one person in one account, and replays the response', async () => {
    const people = peopleOf(server);
    const one = await people.owner('one@example.com');
    const two = await people.member(one.accountId, { role: 'owner', email: 'two@example.com' });
    const first = await invite(one.panel, one.accountId);
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(first.headers.get('x-content-type-options')).toBe('nosniff');
    const again = await invite(one.panel, one.accountId);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect((await invite(one.panel, one.accountId, 'other@example.com')).body.error.code).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
    for (const account of [one.accountId, two.ownAccountId]) {
      const other = await invite(two.panel, account);
      expect([other.status, other.headers.get('idempotent-replayed')]).toEqual([201, null]);
    }
  });

  it('without an account counts for the person alone', async () => {
    const { panel, person } = await peopleOf(server).owner('alone@example.com');
    await panel.post('/security/profile', { name: 'Jo' }, once);
    const kept = await server.hostler.db.read(KEPT.all({}));
    expect(kept.map(({ account_id }) => account_id)).toContain(-person.id);
    expect(kept.map(({ account_id }) => account_id)).not.toContain(0);
  });
});

const KEPT = sql<object, { account_id: number }>('select account_id from idempotency_records');

describe('the panel cookie', () => {
  it('is not valid for the public API', async () => {
    const cookie = [...mine.panel.cookies].map((pair) => pair.join('=')).join('; ');
    expect((await server.request('GET', '/tickets', { headers: { cookie } })).status).toBe(401);
  });

  it('is Secure and bound to the host with https, and only that origin may write', async () => {
    const secure = await startTestServer({ worker: false, env: { HOSTLER_PUBLIC_URL: 'https://panel.example.com/' } });
    try {
      await secure.operator.accounts.create({ name: 'A', email: 'jo@example.com', password_hash: PASSWORD_HASH });
      const sign = (origin: string) =>
        openPanel(secure).post(
          '/sessions',
          { email: 'jo@example.com', password: 'correct horse battery' },
          {
            headers: { origin },
          },
        );
      expect((await sign(secure.url)).status).toBe(403);
      const { status, headers } = await sign('https://panel.example.com');
      expect(status).toBe(201);
      for (const cookie of headers.getSetCookie()) {
        expect(cookie).toMatch(/^__Host-hostler_(session|device)=.+; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
      }
    } finally {
      await secure.stop();
    }
  });
});

import { peopleOf } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { callOperatorApi, signInStaff } from '@hostler/testing/server/staff.ts';
import { until } from '@hostler/testing/until.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { listOperations } from '#kernel/command-route.ts';
import type { AnyRoute } from '#kernel/http/route.ts';
import { STAFF_ROLES } from '#kernel/staff-roles.ts';
import { MINUTE } from '#kernel/time.ts';
import { serverCommands } from '#program/server-commands.ts';

/** Covers every route of the operator API, so that a new one cannot be missed. */

type Headers = Record<string, string>;

let server: TestServer;
let routes: readonly AnyRoute[];
const keys = new Map<string, string>();
const foreign = new Map<string, Headers>();

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  routes = server.hostler.surfaces.find(({ name }) => name === 'operator')?.routes ?? [];
  for (const role of STAFF_ROLES) {
    const made = await server.operator.operatorKeys.create({ name: role, role, rate_limit: 100_000 });
    keys.set(role, made.key);
  }
  const customer = await server.createAccount();
  const person = await peopleOf(server).owner();
  const disabled = await signInStaff(server, 'support');
  const soon = server.clock.now() + MINUTE;
  const expiring = await server.operator.operatorKeys.create({ name: 'expired', role: 'owner', expires_at: soon });
  const cookieOf = ({ cookies }: { cookies: Map<string, string> }) =>
    [...cookies].map((pair) => pair.join('=')).join('; ');
  foreign.set('no credentials', {});
  foreign.set('customer session', { cookie: cookieOf(person.panel) });
  foreign.set('customer key', { 'x-api-key': customer.live });
  foreign.set('panel token', { authorization: `Bearer ${await person.panel.token(person.accountId)}` });
  foreign.set('disabled staff', { cookie: cookieOf(disabled.panel) });
  foreign.set('expired key', { 'x-api-key': expiring.key });
  await server.operator.staff.disable({ id: disabled.id });
  await until(async () => (await disabled.get('/me')).status === 401);
  server.clock.advance(MINUTE);
  return server.stop;
});

/** Sends no input: credentials and roles are checked before it is validated. */
function call({ kind, method, path }: AnyRoute, headers: Headers) {
  const browser = { origin: server.url, 'x-hostler-panel': '1' };
  if (kind === 'hints') return openStream(path, headers);
  return callOperatorApi(server, method, path, { ...browser, ...headers }, method === 'POST' ? {} : undefined);
}

/** Closes an open stream, which has no end. Returns the response if the stream is refused. */
async function openStream(path: string, headers: Headers): ReturnType<typeof callOperatorApi> {
  const response = await fetch(`${server.url}/operator/api/v1${path}`, { headers });
  const { status } = response;
  const body = status === 200 ? await response.body?.cancel() : await response.json();
  return { status, headers: response.headers, body: body as Awaited<ReturnType<typeof callOperatorApi>>['body'] };
}

const nameOf = ({ method, path }: AnyRoute) => `${method} ${path}`;

/** Wrong credentials are counted by address: each route has its own rate window. */
const nextMinute = () => server.clock.advance(MINUTE);

describe('every route of the operator API', () => {
  it('refuses credentials of other APIs with 401', async () => {
    for (const route of routes) {
      nextMinute();
      for (const [who, headers] of foreign) {
        expect([nameOf(route), who, (await call(route, headers)).status]).toEqual([nameOf(route), who, 401]);
      }
    }
  });

  it.each(STAFF_ROLES)('admits the role %s exactly if it declares it', async (role) => {
    const headers = { 'x-api-key': keys.get(role) ?? '' };
    for (const route of routes) {
      const declared = Array.isArray(route.access) ? route.access : [];
      const { status, body } = await call(route, headers);
      const isAllowed = declared.includes(role) || role === 'owner';
      expect([nameOf(route), status === 403, status === 401]).toEqual([nameOf(route), !isAllowed, false]);
      if (!isAllowed) expect(body.error.code).toBe('FORBIDDEN');
      expect(status, `${nameOf(route)}: ${JSON.stringify(body)}`).toBeLessThan(500);
    }
  });

  it('declares its roles, and owners are always among them', () => {
    const without = routes.filter(({ access }) => !Array.isArray(access) || !access.includes('owner'));
    expect(without.map(nameOf)).toEqual([]);
  });

  it('has a unique method and path', () => {
    expect(new Set(routes.map(nameOf)).size).toBe(routes.length);
  });
});

describe('a write with a session', () => {
  it('needs the header and the origin of the panel', async () => {
    const staff = await signInStaff(server, 'owner');
    const post = (headers: Record<string, string | undefined>) => staff.post('/accounts', {}, headers);
    expect((await post({})).status).toBe(422);
    expect((await post({ 'x-hostler-panel': undefined })).status).toBe(403);
    expect((await post({ origin: 'https://elsewhere.example' })).status).toBe(403);
    expect((await post({ origin: undefined })).status).toBe(403);
  });
});

describe('every command', () => {
  it('is offered by the operator API or declares why it is local', () => {
    const commands = [...server.hostler.commands, ...serverCommands(server.hostler)];
    const local = commands.filter((command) => listOperations(command).length === 0);
    expect(local.map(({ name }) => name).sort()).toEqual([
      'account export',
      'backup-data',
      'data-copies confirm',
      'mail-engine config',
      'nightly-copy',
      'secret-key confirm',
      'setup link',
    ]);
    for (const { route } of local) expect(route).toEqual({ local: expect.stringMatching(/\.$/) });
  });

  it('has the route that follows from its name by default', () => {
    const named = new Map(
      server.hostler.commands.map((command) => [
        command.name,
        listOperations(command).map(({ method, path }) => `${method} ${path}`),
      ]),
    );
    expect(Object.fromEntries(named)).toMatchObject({
      'account list': ['GET /accounts'],
      'account create': ['POST /accounts'],
      'account suspend': ['POST /accounts/suspend'],
      'account limits': ['GET /accounts/limits', 'POST /accounts/limits'],
      'charge add': ['POST /charges'],
      'payment record': ['POST /payments'],
      'payment lines': ['GET /payments/lines'],
      'payment import': ['POST /payments/import'],
      'application install': ['POST /applications'],
      'monitoring rule list': ['GET /monitoring/rules'],
      'plan show': ['GET /plans/show'],
      'farewell list': ['GET /cancellations'],
      'operator create': ['POST /staff'],
      'operator update': ['POST /staff/update'],
      'operator key revoke': ['POST /operator-keys/revoke'],
      find: ['GET /search'],
      'failed list': ['GET /failures'],
      retry: ['POST /failures/retry'],
      'billing run': ['POST /billing/run'],
      'billing explain': ['GET /billing/explain'],
      'billing report': ['GET /billing/report'],
      'audit list': ['GET /audit'],
      'brand image list': ['GET /brand/images'],
      'brand image set': ['POST /brand/images/set'],
      'brand image remove': ['POST /brand/images/remove'],
      'setting list': ['GET /settings'],
      'setting set': ['POST /settings'],
      'setting reset': ['POST /settings/reset'],
    });
  });
});

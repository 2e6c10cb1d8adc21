import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '#kernel/scopes.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  return server.stop;
});

/** All routes without a scope. A route is added here only on purpose. */
const WITHOUT_SCOPE = {
  'POST /auth/token': 'public',
  'POST /auth/refresh': 'public',
  'POST /auth/device': 'public',
  'POST /auth/device/collect': 'public',
  'GET /auth/me': 'any-credential',
};
/** Exceptions from "GET needs .read, POST needs .write". */
const OTHERWISE = [
  'GET /actions',
  'GET /actions/show',
  // A key that creates checks, with hosting.write, may read them.
  'GET /monitoring/checks',
  'GET /monitoring/checks/show',
  'GET /monitoring/checks/history',
  // Access to the inside of a server has its own scope, hosting.console.
  'POST /hosting/password',
  'POST /hosting/rescue',
  'POST /hosting/console',
];

const routes = () => server.hostler.surfaces.flatMap((surface) => (surface.name === 'public' ? surface.routes : []));
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

describe('every route', () => {
  it('needs a scope, except for those listed here', () => {
    const open = routes().filter(({ access }) => access === 'public' || access === 'any-credential');
    expect(Object.fromEntries(open.map((route) => [nameOf(route), route.access]))).toEqual(WITHOUT_SCOPE);
    for (const route of routes()) {
      if (nameOf(route) in WITHOUT_SCOPE) continue;
      const scopes = [route.access].flat();
      expect([nameOf(route), scopes.length > 0]).toEqual([nameOf(route), true]);
      for (const scope of scopes) expect(SCOPES).toContain(scope);
    }
  });

  it('that reads needs the read scope, and one that writes the write scope', () => {
    for (const route of routes()) {
      const name = nameOf(route);
      if (name in WITHOUT_SCOPE || OTHERWISE.includes(name)) continue;
      const right = route.method === 'GET' ? '.read' : '.write';
      for (const scope of [route.access].flat()) expect([name, scope.endsWith(right)]).toEqual([name, true]);
    }
  });

  it('refuses a key without any of its scopes', async () => {
    const account = await server.createAccount();
    for (const route of routes()) {
      if (nameOf(route) in WITHOUT_SCOPE) continue;
      const others = SCOPES.filter((scope) => !([route.access].flat() as string[]).includes(scope));
      const { id, key } = await server.createKey(account.id, 'live', { scopes: others });
      const { status, body } = await server.request(route.method, route.path, { key });
      expect([nameOf(route), status, body.error?.code]).toEqual([nameOf(route), 403, 'FORBIDDEN']);
      await server.operator.keys.revoke({ id });
    }
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from './openapi.ts';
import { createOneOfEach, type Resources } from './resources.ts';
import { groupOf, minimalBody, nameOperation, withQuery } from './walk.ts';
import { openWorld, type World } from './world.ts';

/** Scopes of the specification. */
const SCOPES = [
  'hosting.read',
  'hosting.write',
  'tickets.read',
  'tickets.write',
  'domains.read',
  'domains.write',
  'billing.read',
  'billing.write',
  'backups.read',
  'backups.write',
  'monitoring.read',
  'databases.read',
  'databases.write',
  'applications.read',
  'applications.write',
  'emails.read',
  'emails.write',
  'webhooks.read',
  'webhooks.write',
  'hosting.console',
];

/** Scope per operation, listed explicitly to detect wrong route declarations. */
const SCOPE_OF_GROUP: Readonly<Record<string, string>> = {
  hosting: 'hosting',
  'ssh-keys': 'hosting',
  firewalls: 'hosting',
  tickets: 'tickets',
  domains: 'domains',
  subscriptions: 'billing',
  billing: 'billing',
  emails: 'emails',
  databases: 'databases',
  backups: 'backups',
  applications: 'applications',
  monitoring: 'monitoring',
  webhooks: 'webhooks',
  events: 'webhooks',
};

/** The specification has no monitoring.write: rules and checks are written with hosting.write. */
function scopeGroupOf({ group, method }: Operation): string | undefined {
  return group === 'monitoring' && method === 'POST' ? 'hosting' : SCOPE_OF_GROUP[group];
}

let world: World;
let theirs: Resources;
const tokens = new Map<string, string>();

beforeAll(async () => {
  world = await openWorld();
  theirs = await createOneOfEach(world, world.beta);
  return world.close;
});

/** Returns a token with exactly these scopes. */
async function tokenFor(scopes: readonly string[]): Promise<string> {
  const name = scopes.join(' ');
  const known = tokens.get(name);
  if (known) return known;
  const { body } = await world.client.post('/auth/token', undefined, {
    api_key: world.alpha.live,
    scopes,
  });
  tokens.set(name, body.data.access_token);
  return body.data.access_token;
}

function securedOperations(): Operation[] {
  return world.client.api.operations.filter(({ scopes }) => scopes.length > 0);
}

/** Routes that give access to the inside of a server. */
const OF_CONSOLE = ['/api/v1/hosting/password', '/api/v1/hosting/rescue', '/api/v1/hosting/console'];

/** Server metrics also accept monitoring scopes, and hosting.write may read checks. */
function moreScopesOf({ method, path }: Operation): string[] {
  if (path === '/api/v1/hosting/metrics') return ['monitoring.read'];
  return method === 'GET' && path.startsWith('/api/v1/monitoring/checks') ? ['hosting.write'] : [];
}

describe('scopes', () => {
  test('a key can have every scope of the specification and no other', async () => {
    const { body } = await world.client.get('/auth/me', world.alpha.live);
    expect(body.data.scopes.toSorted()).toEqual(SCOPES.toSorted());
  });

  test('GET requires the read scope of its group and POST the write scope', () => {
    for (const operation of securedOperations()) {
      const group = scopeGroupOf(operation);
      if (operation.group === 'actions') continue;
      expect(group, `SCOPE_OF_GROUP does not say the scope of ${operation.group}`).toBeDefined();
      const right = OF_CONSOLE.includes(operation.path) ? 'console' : operation.method === 'GET' ? 'read' : 'write';
      const scope = `${group}.${right}`;
      const more = moreScopesOf(operation);
      expect([nameOperation(operation), operation.scopes]).toEqual([nameOperation(operation), [scope, ...more]]);
    }
  });

  test('actions can be read with the read or write scope of each group that has actions', () => {
    const expected = ['hosting', 'domains', 'databases', 'backups', 'applications'].flatMap((group) => [
      `${group}.read`,
      `${group}.write`,
    ]);
    const shown = securedOperations().filter(({ group }) => group === 'actions');
    expect(shown.length).toBe(2);
    for (const { scopes } of shown) expect(scopes.toSorted()).toEqual(expected.toSorted());
  });

  test('every operation refuses credentials with all scopes except its own, and names the missing scope', async () => {
    for (const operation of securedOperations()) {
      const { method, path, scopes } = operation;
      const as = await tokenFor(SCOPES.filter((scope) => !scopes.includes(scope)));
      const { status, body } = await world.client.request(method, path, { as });
      expect([nameOperation(operation), status, body.error.code]).toEqual([nameOperation(operation), 403, 'FORBIDDEN']);
      for (const scope of scopes) expect(body.error.message).toContain(scope);
    }
  });

  test('a key without the scope learns nothing about ids, bodies or parameters', async () => {
    const what = ['--account', world.alpha.id, '--environment', 'live', '--rate-limit', 1_000_000];
    const keyFor = async (scope: string) =>
      (await world.server.command<{ key: string }>('key', 'create', ...what, '--scopes', scope)).key;
    const [reader, other] = [await keyFor('emails.read'), await keyFor('tickets.read')];
    for (const operation of securedOperations()) {
      const { method, path, id } = operation;
      const as = operation.scopes.includes('emails.read') ? other : reader;
      const paths = [path, `${path}?page=0&sort=sideways&status=none`];
      if (id) {
        const existing = theirs[groupOf(id, operation)] ?? 0;
        for (const value of [existing, 999_999_999, 0, 'abc', '']) paths.push(withQuery(path, { [id]: value }));
      }
      const bodies =
        method === 'GET' ? [undefined] : [undefined, '{"broken', '[]', '"text"', JSON.stringify({ id: -1 })];
      const valid = minimalBody(world.client.api, operation);
      if (valid) bodies.push(JSON.stringify(valid));
      const answers = new Set<string>();
      for (const target of paths) {
        for (const body of bodies) {
          const answer = await world.client.request(method, target, { as, body });
          answers.add(`${answer.status} ${answer.text}`);
        }
      }
      expect([...answers], nameOperation(operation)).toHaveLength(1);
      expect([...answers][0]).toMatch(/^403 /);
    }
  });

  test('each scope of an operation is sufficient on its own', async () => {
    for (const operation of securedOperations()) {
      for (const scope of operation.scopes) {
        const as = await tokenFor([scope]);
        const query = operation.id ? { [operation.id]: 999_999_999 } : {};
        const body = operation.method === 'POST' ? {} : undefined;
        const answer = await world.client.request(operation.method, withQuery(operation.path, query), { as, body });
        expect([nameOperation(operation), scope, answer.status]).not.toEqual([nameOperation(operation), scope, 403]);
        expect(answer.status).not.toBe(401);
      }
    }
  });

  test('/auth/me can be called with any scope', async () => {
    for (const scope of SCOPES) {
      const { status, body } = await world.client.get('/auth/me', await tokenFor([scope]));
      expect([scope, status]).toEqual([scope, 200]);
      expect(body.data).toMatchObject({ scopes: [scope] });
    }
  });
});

import { applyMigrations } from '@hostler/database';
import { keepLog } from '@hostler/testing/log-lines.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { type Clerk, desk, LOST_RACE, notesMigrations, shop } from '@hostler/testing/server/small-surfaces.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Staff } from '#kernel/http/caller.ts';
import { custom, type Route } from '#kernel/http/route.ts';
import { MINUTE } from '#kernel/time.ts';
import { Type } from '#kernel/type.ts';

let server: TestServer;
let account: TestAccount;
const { log, lines } = keepLog();

beforeAll(async () => {
  server = await startTestServer({ worker: false, log, surfaces: [desk, shop] });
  server.clock.standStill();
  await server.hostler.db.write(() => applyMigrations(notesMigrations, server.clock.now()));
  account = await server.createAccount();
  return server.stop;
});

/** Each test has its own rate window. */
beforeEach(() => server.clock.advance(MINUTE - (server.clock.now() % MINUTE)));

type Headers = Record<string, string>;

const ada = { cookie: 'desk=ada' };
const ben = { cookie: 'desk=ben' };
const shopper = (environment = 'live', person = 1) => ({
  authorization: `Shop ${person} ${account.id} ${environment}`,
});

interface Note {
  id: number;
  account_id: number;
  text: string;
  author: string;
}

async function ask<T = Note[]>(path: string, headers: Headers = {}, body?: unknown) {
  const response = await fetch(server.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json', 'x-desk': '1' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { data, error, links } = (await response.json()) as {
    data: T;
    error?: { code: string };
    links: { self: string };
  };
  return { status: response.status, headers: response.headers, data, code: error?.code, links };
}

const writeAtDesk = (text: string, headers: Headers) =>
  ask<Note>('/desk/v1/notes', headers, { text, account_id: account.id });
const writeInShop = (text: string, headers: Headers) => ask<{ note: Note }>('/shop/v1/notes', headers, { text });

describe('an API surface', () => {
  it('admits its callers to its routes, and passes on the caller', async () => {
    expect((await ask<string>('/desk/v1/role', ben)).data).toBe('support');
    const written = await writeAtDesk('by staff', ada);
    expect([written.status, written.data.author]).toEqual([201, 'staff 1 ada']);
    const bought = await writeInShop('by a customer', shopper());
    expect([bought.status, bought.data.note.author]).toEqual([202, 'person 1 person 1']);
    const seenByStaff = await ask('/desk/v1/notes?per_page=2', ben);
    expect(seenByStaff.data.map(({ text }) => text)).toEqual(['by a customer', 'by staff']);
    expect(seenByStaff.links.self).toBe('/desk/v1/notes?page=1&per_page=2');
    const other = { authorization: `Shop 1 ${account.id + 1} live` };
    expect((await ask('/shop/v1/notes', other)).data).toEqual([]);
    const own = (await ask('/shop/v1/notes', shopper())).data;
    expect(own.slice(0, 2).map(({ text }) => text)).toEqual(['by a customer', 'by staff']);
  });

  it('refuses credentials of another API surface', async () => {
    const key = { 'x-api-key': account.live };
    const paths = { desk: '/desk/v1/notes', shop: '/shop/v1/notes', public: '/api/v1/tickets' };
    const credentials = { desk: ada, shop: shopper(), public: key };
    for (const [surface, path] of Object.entries(paths)) {
      for (const [of, headers] of Object.entries(credentials)) {
        const { status } = await ask(path, headers);
        expect([surface, of, status]).toEqual([surface, of, of === surface ? 200 : 401]);
      }
    }
  });

  it('answers a write that always loses to concurrent writes with 409 and Retry-After', async () => {
    const headers = { ...shopper(), 'idempotency-key': 'lost-race' };
    for (let attempt = 0; attempt < 2; attempt++) {
      const lost = await writeInShop(LOST_RACE, headers);
      expect([lost.status, lost.code, lost.headers.get('retry-after')]).toEqual([409, 'CONFLICT', '1']);
      expect(lost.headers.get('idempotent-replayed'), 'it is not stored').toBeNull();
    }
  });

  it('checks its own rights', async () => {
    const refused = await writeAtDesk('without the right', ben);
    expect([refused.status, refused.code]).toEqual([403, 'FORBIDDEN']);
    const closed = await ask('/shop/v1/notes', { authorization: 'Shop 1 1000001 live' });
    expect([closed.status, closed.code, closed.headers.get('x-ratelimit-limit')]).toEqual([403, 'FORBIDDEN', '60']);
  });

  it('may refuse before authentication, even on public routes', async () => {
    for (const headers of [ada, {}]) {
      for (const path of ['/desk/v1/notes', '/desk/v1/sessions']) {
        const { status } = await fetch(server.url + path, { method: 'POST', headers });
        expect([path, status]).toEqual([path, 403]);
      }
    }
    expect((await ask('/desk/v1/sessions', {}, { name: 'ada' })).headers.get('x-ratelimit-remaining')).toBe('49');
  });

  it('limits bodies to its declared size', async () => {
    const large = 'x'.repeat(1024);
    expect((await writeAtDesk(large, ada)).code).toBe('PAYLOAD_TOO_LARGE');
    expect((await server.post('/tickets', account.live, { subject: large })).body.error.code).toBe('VALIDATION_ERROR');
  });

  it('counts wrong credentials separately', async () => {
    const wrong = async (path: string, headers: Headers) => (await ask(path, headers)).status;
    for (let count = 1; count <= 3; count++) expect(await wrong('/desk/v1/notes', { cookie: 'desk=eve' })).toBe(401);
    expect(await wrong('/desk/v1/notes', { cookie: 'desk=eve' })).toBe(429);
    expect(await wrong('/desk/v1/notes', {})).toBe(401);
    expect(await wrong('/desk/v1/notes', ada)).toBe(200);
    expect(await wrong('/shop/v1/notes', { authorization: 'Shop eve' })).toBe(401);
    expect(await wrong('/api/v1/tickets', { 'x-api-key': 'svc_live_eve' })).toBe(401);
  });

  it('uses its own action route in Location, or none', async () => {
    expect((await writeInShop('queued', shopper())).headers.get('location')).toBe('/shop/v1/parcels?id=7');
    expect((await writeAtDesk('at once', ada)).headers.get('location')).toBeNull();
  });

  it('is open to pages of other origins only without cookies', async () => {
    const origin = { origin: 'https://elsewhere.example' };
    const preflight = (path: string) => fetch(server.url + path, { method: 'OPTIONS', headers: origin });
    const allowed = (answer: { headers: globalThis.Headers }) => answer.headers.get('access-control-allow-origin');
    expect(allowed(await ask('/shop/v1/notes', { ...shopper(), ...origin }))).toBe('*');
    expect(allowed(await ask('/desk/v1/notes', { ...ada, ...origin }))).toBeNull();
    expect(allowed(await ask('/desk/v1/notes', origin))).toBeNull();
    const asked = await preflight('/shop/v1/notes');
    expect([asked.status, asked.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Request-Id, X-Sandbox-Scenario',
    ]);
    expect((await preflight('/desk/v1/notes')).status).toBe(404);
  });
});

describe('a credential', () => {
  it('has its own rate, independent of others with the same id', async () => {
    const rate = ({ headers }: { headers: globalThis.Headers }) =>
      ['limit', 'remaining'].map((name) => headers.get(`x-ratelimit-${name}`));
    expect(rate(await ask('/desk/v1/notes', ada))).toEqual(['50', '49']);
    expect(rate(await ask('/desk/v1/notes', ben))).toEqual(['50', '49']);
    expect(rate(await ask('/shop/v1/notes', shopper()))).toEqual(['60', '59']);
    expect(rate(await ask('/shop/v1/notes', shopper('live', 2)))).toEqual(['60', '59']);
    expect(rate(await ask('/api/v1/tickets', { 'x-api-key': account.live }))).toEqual(['100000', '99999']);
    for (let count = 0; count < 49; count++) await ask('/desk/v1/role', ada);
    expect((await ask('/desk/v1/role', ada)).status).toBe(429);
    expect((await ask('/desk/v1/role', ben)).status).toBe(200);
    expect((await ask('/shop/v1/notes', shopper())).status).toBe(200);
  });

  it('has its own Idempotency-Keys', async () => {
    const once = { 'idempotency-key': 'the-same-for-all' };
    const write = async () => {
      const answers = [
        await writeAtDesk('once', { ...ada, ...once }),
        await writeInShop('once', { ...shopper(), ...once }),
        await writeInShop('once', { ...shopper('live', 2), ...once }),
        await writeInShop('once', { ...shopper('test'), ...once }),
        await ask('/api/v1/tickets', { 'x-api-key': account.live, ...once }, { subject: 'once', message: 'once' }),
      ];
      return answers.map(({ status, data, headers }) => ({
        status,
        data,
        replayed: headers.get('idempotent-replayed'),
      }));
    };
    const first = await write();
    expect(first.map(({ status, replayed }) => [status, replayed])).toEqual([
      [201, null],
      [202, null],
      [202, null],
      [202, null],
      [201, null],
    ]);
    expect(await write()).toEqual(first.map((answer) => ({ ...answer, replayed: 'true' })));
    // The one of the sandbox was rolled back.
    const written = (await ask('/shop/v1/notes', shopper())).data.filter(({ text }) => text === 'once');
    expect(written).toHaveLength(3);
    expect((await writeAtDesk('something else', { ...ada, ...once })).code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('of the sandbox is marked and can request outcomes, on any API surface', async () => {
    const asked = await ask('/shop/v1/notes', { ...shopper('test'), 'x-sandbox-scenario': 'server_error' });
    expect([asked.status, asked.headers.get('x-environment')]).toEqual([500, 'sandbox']);
    expect((await ask('/desk/v1/notes', { ...ada, 'x-sandbox-scenario': 'server_error' })).status).toBe(200);
  });

  it('is logged by its kind, with the account it acts for', async () => {
    const requests: [id: string, path: string, headers: Headers, who: object][] = [
      ['by-staff', '/desk/v1/notes', ada, { staff_id: 1 }],
      ['by-person', '/shop/v1/notes', shopper(), { account_id: account.id, person_id: 1 }],
      ['by-nobody', '/shop/v1/notes', {}, {}],
    ];
    for (const [id, path, headers] of requests) await ask(path, { ...headers, 'x-request-id': id });
    await fetch(`${server.url}/metrics`);
    for (const [id, , , who] of requests) {
      const line = JSON.parse(lines.find((text) => text.includes(`"request_id":"${id}"`)) ?? '{}');
      expect(Object.fromEntries(Object.entries(line).filter(([name]) => /^(?!request).*_id$/.test(name)))).toEqual(who);
    }
  });
});

describe('the document of an API surface', () => {
  interface Document {
    info: { title: string };
    security: object[];
    paths: Record<string, { get?: Operation; post?: Operation }>;
    components: { securitySchemes: object; responses: object };
  }
  interface Operation {
    operationId: string;
    'x-scopes': string[];
    parameters: { $ref?: string }[];
  }

  const read = async (path: string) => (await (await fetch(server.url + path)).json()) as Document;
  const parametersOf = (operation?: Operation) =>
    operation?.parameters.map(({ $ref }) => $ref?.split('/').at(-1)) ?? [];

  it('contains its routes, credentials and errors, and nothing of the others', async () => {
    const document = await read('/openapi-desk.json');
    expect(document.info.title).toBe('Desk');
    expect(Object.keys(document.paths)).toEqual(['/desk/v1/notes', '/desk/v1/role', '/desk/v1/sessions']);
    expect(document.paths['/desk/v1/notes']?.post).toMatchObject({
      operationId: 'notes.create',
      'x-scopes': ['notes.write'],
    });
    expect(document.security).toEqual([{ session: [] }]);
    expect(document.components.securitySchemes).toEqual({ session: { type: 'apiKey', in: 'cookie', name: 'desk' } });
    expect(JSON.stringify(document.components.responses)).not.toContain('INVALID_API_KEY');
    expect(Object.keys((await read('/openapi-shop.json')).paths)).toEqual(['/shop/v1/notes']);
    const prefixes = Object.keys((await read('/openapi.json')).paths).map((path) => path.slice(0, '/api/v1/'.length));
    expect(new Set(prefixes)).toEqual(new Set(['/api/v1/']));
  });

  it('describes the sandbox if there is one', async () => {
    const atDesk = (await read('/openapi-desk.json')).paths['/desk/v1/notes']?.post;
    const inShop = (await read('/openapi-shop.json')).paths['/shop/v1/notes']?.post;
    expect(parametersOf(atDesk)).toEqual(['IdempotencyKey']);
    expect(parametersOf(inShop)).toEqual(['IdempotencyKey', 'SandboxScenario']);
  });
});

describe('the types', () => {
  const route = {
    method: 'GET',
    path: '/x',
    summary: 'Typed',
    description: 'Returns a text.',
    data: Type.String(),
  } as const;

  it('bind a route to its API surface, its caller and its rights', () => {
    const forStaff: Route<Clerk> = custom({
      ...route,
      access: 'notes.read',
      async handle({ caller }) {
        // @ts-expect-error: staff have no account.
        return caller.account.name;
      },
    });
    const forCustomers: Route = custom({
      ...route,
      access: 'tickets.read',
      async handle({ caller }) {
        // @ts-expect-error: a customer has no role.
        return caller.role;
      },
    });
    // @ts-expect-error: not one of the rights of staff.
    const misspelt: Route<Clerk> = custom({ ...route, access: 'tickets.read', handle: forStaff.handle as never });
    // @ts-expect-error: a route for staff is none for customers,
    const crossed: Route[] = [forStaff, misspelt];
    // @ts-expect-error: nor the other way round.
    const crossedBack: Route<Staff>[] = [forCustomers];
    expect([crossed.length, crossedBack.length]).toEqual([2, 1]);
  });
});

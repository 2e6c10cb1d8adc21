import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
  return world.close;
});

const NEW_TICKET = { subject: 'Envelope', message: 'What does the answer look like?' };

describe('the envelope', () => {
  test('a successful response has success true and its payload in data', async () => {
    const { status, body } = await world.client.get('/auth/me', world.alpha.live);
    expect(status).toBe(200);
    expect(body.success).toBe(true);
    expect(body.data).toMatchObject({ account: { id: world.alpha.id, name: 'Alpha' } });
    expect(Object.keys(body).sort()).toEqual(['data', 'success']);
  });

  test('a successful write has a human-readable message', async () => {
    const { status, body } = await world.client.post('/tickets', world.alpha.live, NEW_TICKET);
    expect(status).toBe(201);
    expect(body.message).toMatch(/^[A-Z].+\.$/);
    expect(Object.keys(body).sort()).toEqual(['data', 'message', 'success']);
  });

  test('a list has an array in data, with meta and links', async () => {
    const { body } = await world.client.get('/tickets', world.alpha.live);
    expect(Array.isArray(body.data)).toBe(true);
    expect(Object.keys(body).sort()).toEqual(['data', 'links', 'meta', 'success']);
  });

  test('an error has success false, a code, a message and its reason, and details only for invalid data', async () => {
    const missing = await world.client.get('/tickets/show?id=999999', world.alpha.live);
    expect(missing.status).toBe(404);
    expect(missing.body).toEqual({
      success: false,
      error: { code: 'NOT_FOUND', message: 'Ticket not found.', reason: 'not_found', params: { what: 'Ticket' } },
    });
    const invalid = await world.client.post('/tickets', world.alpha.live, {});
    expect(invalid.status).toBe(422);
    expect(invalid.body.error.details).toEqual(
      expect.arrayContaining([{ field: 'subject', message: 'is required.', reason: 'required' }]),
    );
  });

  test('an unknown path or method returns 404 in the envelope, with and without credentials', async () => {
    for (const as of [undefined, world.alpha.live, 'svc_live_nonsense']) {
      for (const [method, path] of [
        ['GET', '/api/v1/nothing-here'],
        ['GET', '/api/v2/tickets'],
        ['GET', '/api/'],
        ['GET', '/api/v1/tickets/'],
        ['GET', '/api/v1/Tickets'],
        ['POST', '/api/v1/auth/me'],
        ['GET', '/api/v1/tickets/close?id=1'],
        ['PUT', '/api/v1/tickets'],
        ['DELETE', '/api/v1/tickets/show?id=1'],
        ['PATCH', '/api/v1/tickets'],
      ] as const) {
        const { status, body } = await world.client.request(method, path, { as });
        expect([method, path, status]).toEqual([method, path, 404]);
        expect(body.error.code).toBe('NOT_FOUND');
      }
    }
  });

  test('the version is part of the path, and no version header is required or sent', async () => {
    for (const { path } of world.client.api.operations) expect(path).toMatch(/^\/api\/v1\//);
    const { status, headers } = await world.client.get('/auth/me', world.alpha.live);
    expect(status).toBe(200);
    expect([...headers.keys()].filter((name) => name.includes('version'))).toEqual([]);
  });

  test('bytes that are not HTTP get a response in the envelope', async () => {
    const answer = await sendRaw('this is not http\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      success: false,
      error: { code: 'BAD_REQUEST' },
    });
  });

  test('headers that are too large get a response in the envelope', async () => {
    const answer = await sendRaw(`GET /api/v1/auth/me HTTP/1.1\r\nHost: x\r\nX-Big: ${'a'.repeat(40_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ success: false });
  });

  test('a malformed URL returns 400 or 404 in the envelope', async () => {
    for (const path of ['/api/v1/%', '/api/v1/tickets%zz', '/api/v1/tickets?id=%', '/api/v1/%c0%af']) {
      const answer = await sendRaw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(answer, path).toMatch(/^HTTP\/1\.1 40[014] /);
      expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? ''), path).toMatchObject({ success: false });
    }
  });
});

describe('a request', () => {
  test('with a body requires the content type application/json', async () => {
    const body = JSON.stringify(NEW_TICKET);
    for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON']) {
      const answer = await world.client.post('/tickets', world.alpha.live, body, { 'content-type': type });
      expect([type, answer.status]).toEqual([type, 201]);
    }
    const before = await world.client.total('/tickets', world.alpha.live);
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/xml',
      '',
    ]) {
      const answer = await world.client.post('/tickets', world.alpha.live, body, { 'content-type': type });
      expect([type, answer.status, answer.body.error.code]).toEqual([type, 400, 'BAD_REQUEST']);
    }
    expect(await world.client.total('/tickets', world.alpha.live)).toBe(before);
  });

  test('without a body requires no content type', async () => {
    const { body } = await world.client.post('/tickets', world.alpha.live, NEW_TICKET);
    const closed = await world.client.post(`/tickets/close?id=${body.data.id}`, world.alpha.live);
    expect(closed.status).toBe(200);
    expect(closed.body.data).toMatchObject({ status: 'closed' });
  });

  test('without a body may have a content type', async () => {
    const { body } = await world.client.post('/tickets', world.alpha.live, NEW_TICKET);
    const path = `/tickets/close?id=${body.data.id}`;
    const { status } = await world.client.post(path, world.alpha.live, '', { 'content-type': 'application/json' });
    expect(status).toBe(200);
  });

  test('may contain unknown query parameters and body fields, which are ignored', async () => {
    const path = '/tickets?colour=red&colour=blue';
    const { status, headers, body } = await world.client.post(path, world.alpha.live, {
      ...NEW_TICKET,
      status: 'closed',
      account_id: world.beta.id,
      colour: ['red'],
    });
    expect(status).toBe(201);
    expect(headers.get('x-ignored-fields')).toBe('status, account_id, colour');
    expect(body.data).toMatchObject({ status: 'open' });
    expect((await world.client.get(path, world.alpha.live)).status).toBe(200);
  });

  test('of an extension returns 422 for an unknown body field, and names the nearest known one', async () => {
    const before = await world.client.total('/firewalls', world.alpha.live);
    const sent = { name: 'Web', inbuond: [] };
    const { status, body } = await world.client.post('/firewalls', world.alpha.live, sent);
    expect([status, body.error.message]).toEqual([422, 'Unknown field "inbuond". Did you mean "inbound"?']);
    expect(body.error.details?.map(({ field }) => field)).toEqual(['inbuond']);
    expect(await world.client.total('/firewalls', world.alpha.live)).toBe(before);
  });

  test('that repeats a known query parameter returns 400, and details name the parameter', async () => {
    for (const name of ['page', 'per_page', 'sort', 'status', 'search']) {
      const value = { sort: 'asc', status: 'open' }[name] ?? '1';
      const { status, body } = await world.client.get(`/tickets?${name}=${value}&${name}=${value}`, world.alpha.live);
      expect([name, status, body.error.code]).toEqual([name, 400, 'BAD_REQUEST']);
      expect(body.error.details?.map(({ field }) => field)).toEqual([name]);
    }
  });
});

describe('the request id', () => {
  test('is echoed if the caller sent a valid one', async () => {
    for (const id of ['abc', 'A-1.2:3_x', 'x'.repeat(128)]) {
      const { headers } = await world.client.get('/auth/me', world.alpha.live, { 'x-request-id': id });
      expect(headers.get('x-request-id')).toBe(id);
    }
  });

  test('is generated if the caller sent none or an invalid one', async () => {
    const ids = new Set<string | null>();
    for (const id of [undefined, 'a b', 'x'.repeat(129), '<script>', '"']) {
      const { headers } = await world.client.get('/auth/me', undefined, id === undefined ? {} : { 'x-request-id': id });
      expect(headers.get('x-request-id')).not.toBe(id);
      ids.add(headers.get('x-request-id'));
    }
    expect(ids.size).toBe(5);
  });

  test('is in the log line of the request, which contains no secret', async () => {
    await world.client.get('/tickets?search=confidential', world.alpha.live, { 'x-request-id': 'find-me-in-the-log' });
    const line = await world.server.process.logged(({ request_id }) => request_id === 'find-me-in-the-log');
    expect(line).toMatchObject({ method: 'GET', path: '/api/v1/tickets', status: 200, account_id: world.alpha.id });
    expect(world.server.process.stderr()).not.toContain(world.alpha.live);
    expect(world.server.process.stderr()).not.toContain('confidential');
  });
});

async function sendRaw(bytes: string): Promise<string> {
  const { hostname, port } = new URL(world.server.url);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  return text(socket);
}

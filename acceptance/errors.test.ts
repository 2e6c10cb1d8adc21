import { beforeAll, describe, expect, test } from 'vitest';
import { ERROR_STATUS } from './client.ts';
import type { Operation } from './openapi.ts';
import { minimalBody, nameOperation } from './walk.ts';
import { openWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
  return world.close;
});

function operationsWithId(): (Operation & { id: string })[] {
  return world.client.api.operations.filter((operation): operation is Operation & { id: string } => !!operation.id);
}

describe('an id', () => {
  test('is required: without it, every operation that needs one returns 400 MISSING_ID', async () => {
    expect(operationsWithId().length).toBeGreaterThan(3);
    for (const operation of operationsWithId()) {
      const body = minimalBody(world.client.api, operation);
      for (const path of [operation.path, `${operation.path}?${operation.id}=`]) {
        const answer = await world.client.request(operation.method, path, { as: world.alpha.live, body });
        expect([nameOperation(operation), answer.status, answer.body.error.code]).toEqual([
          nameOperation(operation),
          400,
          'MISSING_ID',
        ]);
        expect(answer.body.error.message).toContain(`The parameter ${operation.id} is missing.`);
      }
    }
  });

  test('must be a positive integer: otherwise every operation returns 400 BAD_REQUEST and names it in details', async () => {
    const bad = [
      '0',
      '-1',
      '1.5',
      'abc',
      '1e3',
      '0x10',
      '+1',
      ' 1',
      '99999999999999999999',
      '9007199254740993',
      'NaN',
      '١',
      'null',
    ];
    for (const operation of operationsWithId()) {
      const body = minimalBody(world.client.api, operation);
      for (const value of bad) {
        const path = `${operation.path}?${operation.id}=${encodeURIComponent(value)}`;
        const answer = await world.client.request(operation.method, path, { as: world.alpha.live, body });
        expect([nameOperation(operation), value, answer.status, answer.body.error.code]).toEqual([
          nameOperation(operation),
          value,
          400,
          'BAD_REQUEST',
        ]);
        expect(answer.body.error.details?.map(({ field }) => field)).toEqual([operation.id]);
      }
    }
  });

  test('given twice returns 400 BAD_REQUEST on every operation that needs one', async () => {
    for (const operation of operationsWithId()) {
      for (const values of [`${operation.id}=1&${operation.id}=1`, `${operation.id}=1&${operation.id}=2`]) {
        const body = minimalBody(world.client.api, operation);
        const answer = await world.client.request(operation.method, `${operation.path}?${values}`, {
          as: world.alpha.live,
          body,
        });
        expect([nameOperation(operation), answer.status, answer.body.error.code]).toEqual([
          nameOperation(operation),
          400,
          'BAD_REQUEST',
        ]);
      }
    }
  });

  test('can be sent in the body of a POST, where an invalid one returns 400 too', async () => {
    for (const operation of operationsWithId().filter(({ method }) => method === 'POST')) {
      const ask = (id: unknown, query = '') =>
        world.client.post(`${operation.path}${query}`, world.alpha.live, {
          ...minimalBody(world.client.api, operation),
          id,
        });
      expect([nameOperation(operation), (await ask(999_999_999)).status]).toEqual([nameOperation(operation), 404]);
      for (const id of [0, -1, 1.5, 'abc', '7', 1e300, true, [1], { id: 1 }, []]) {
        const answer = await ask(id);
        expect([nameOperation(operation), id, answer.status, answer.body.error.code]).toEqual([
          nameOperation(operation),
          id,
          400,
          'BAD_REQUEST',
        ]);
      }
      const same = await ask(999_999_999, '?id=999999999');
      expect(same.status).toBe(404);
      const different = await ask(999_999_999, '?id=999999998');
      expect([nameOperation(operation), different.status, different.body.error.code]).toEqual([
        nameOperation(operation),
        400,
        'BAD_REQUEST',
      ]);
    }
  });

  test('can be called ticket_id in the body of a ticket operation', async () => {
    const { body } = await world.client.post('/tickets', world.alpha.live, {
      subject: 'a',
      message: 'b',
    });
    const { id } = body.data;
    expect((await world.client.post('/tickets/reply', world.alpha.live, { ticket_id: id, message: 'c' })).status).toBe(
      201,
    );
    expect((await world.client.get(`/tickets/show?ticket_id=${id}`, world.alpha.live)).status).toBe(200);
    const differ = await world.client.post('/tickets/close', world.alpha.live, { ticket_id: id, id: id + 1 });
    expect([differ.status, differ.body.error.code]).toEqual([400, 'BAD_REQUEST']);
    expect((await world.client.post('/tickets/close', world.alpha.live, { ticket_id: id, id })).status).toBe(200);
  });
});

describe('a body', () => {
  test('that is not JSON returns 400 BAD_REQUEST and writes nothing', async () => {
    const before = await world.client.total('/tickets', world.alpha.live);
    const invalidUtf8 = Buffer.concat([
      Buffer.from('{"subject":"'),
      Buffer.from([0xc3, 0x28]),
      Buffer.from('","message":"b"}'),
    ]);
    for (const body of [
      '{',
      '{"subject":"a","message":"b"',
      "{'subject':'a'}",
      '{"subject":"a",}',
      'undefined',
      '\u0000',
      invalidUtf8,
    ]) {
      const answer = await world.client.post('/tickets', world.alpha.live, body);
      expect([String(body), answer.status, answer.body.error.code]).toEqual([String(body), 400, 'BAD_REQUEST']);
    }
    expect(await world.client.total('/tickets', world.alpha.live)).toBe(before);
  });

  test('that is not an object returns 422', async () => {
    for (const body of ['[]', '[{"subject":"a","message":"b"}]', '"text"', '7', 'true']) {
      const answer = await world.client.post('/tickets', world.alpha.live, body);
      expect([body, answer.status, answer.body.error.code]).toEqual([body, 422, 'VALIDATION_ERROR']);
    }
  });

  test('over 1 MiB returns 413 PAYLOAD_TOO_LARGE, with and without a declared length', async () => {
    const large = JSON.stringify({ subject: 'a', message: 'b', padding: 'x'.repeat(1024 * 1024) });
    const declared = await world.client.post('/tickets', world.alpha.live, large);
    expect([declared.status, declared.body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const response = await fetch(`${world.server.url}/api/v1/tickets`, {
      method: 'POST',
      headers: { 'x-api-key': world.alpha.live, 'content-type': 'application/json' },
      body: new Blob([large]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ success: false, error: { code: 'PAYLOAD_TOO_LARGE' } });
    const fits = { subject: 'a', message: 'b', padding: 'x'.repeat(1024 * 1024 - 100) };
    expect((await world.client.post('/tickets', world.alpha.live, fits)).status).toBe(201);
  });

  test('with __proto__ or constructor keys does not change other requests', async () => {
    for (const body of [
      '{"subject":"a","message":"b","__proto__":{"priority":"urgent"}}',
      '{"subject":"a","message":"b","constructor":{"prototype":{"priority":"urgent"}}}',
      '{"__proto__":{"subject":"a","message":"b"}}',
    ]) {
      const answer = await world.client.post('/tickets', world.alpha.live, body);
      expect([400, 422]).toContain(answer.status);
    }
    const { body } = await world.client.post('/tickets', world.alpha.live, { subject: 'a', message: 'b' });
    expect(body.data).toMatchObject({ priority: 'normal' });
  });
});

describe('a validation error', () => {
  test('lists every invalid field in one response, with field and message', async () => {
    const { status, body } = await world.client.post('/tickets', world.alpha.live, {
      subject: '',
      priority: 'extreme',
      department: 7,
    });
    expect([status, body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
    const fields = body.error.details?.map(({ field }) => field).toSorted();
    expect(fields).toEqual(['department', 'message', 'priority', 'subject']);
    for (const { field, message, reason, params = {}, ...others } of body.error.details ?? []) {
      expect([typeof field, others]).toEqual(['string', {}]);
      expect(message).toMatch(/\.$/);
      expect(reason).toMatch(/^[a-z0-9_]+$/);
      for (const value of Object.values(params)) expect(message).toContain(String(value));
    }
  });
});

describe('the error codes', () => {
  test('are a closed list, and the OpenAPI document gives each exactly one status', () => {
    for (const [code, statuses] of world.client.api.declaredCodes())
      expect([code, [...statuses]]).toEqual([code, [String(ERROR_STATUS[code])]]);
  });

  test('of the specification are each declared by at least one operation', () => {
    const codes = new Set(world.client.api.declaredCodes().keys());
    for (const code of [
      'UNAUTHORIZED',
      'FORBIDDEN',
      'NOT_FOUND',
      'VALIDATION_ERROR',
      'RATE_LIMIT_EXCEEDED',
      'MISSING_ID',
      'DOMAIN_ALREADY_EXISTS',
      'VPS_NOT_RUNNING',
      'TICKET_CLOSED',
      'INVALID_API_KEY',
      'INVALID_SCOPES',
      'ENVIRONMENT_MISMATCH',
    ]) {
      expect([...codes]).toContain(code);
    }
  });

  test('include 500 INTERNAL_ERROR, whose response has no details except the request id', async () => {
    const { status, body, headers } = await world.client.get('/auth/me', world.alpha.test, {
      'x-sandbox-scenario': 'server_error',
    });
    expect([status, body.error.code]).toEqual([500, 'INTERNAL_ERROR']);
    expect(body.error.details).toBeUndefined();
    expect(headers.get('x-request-id')).not.toBeNull();
  });
});

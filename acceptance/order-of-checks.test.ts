import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from './client.ts';
import type { Operation } from './openapi.ts';
import { createOneOfEach, type Resources } from './resources.ts';
import { groupOf, minimalBody, nameOperation, withQuery } from './walk.ts';
import { openWorld, type World } from './world.ts';

/** Credentials (401) → rate (429) → environment and scope (403) → body syntax (400) → parameters (400) → data (422) → existence (404) → state (409). */

let world: World;
let theirs: Resources;

beforeAll(async () => {
  world = await openWorld();
  theirs = await createOneOfEach(world, world.beta);
  return world.close;
});

const code = ({ status, body }: Answer<unknown>) => `${status} ${body.error.code}`;

function writes(): Operation[] {
  return world.client.api.operations.filter(({ method, isPublic }) => method === 'POST' && !isPublic);
}

describe('the order of checks', () => {
  test('credentials are checked before everything else', async () => {
    for (const { method, path, isPublic } of world.client.api.operations) {
      if (isPublic) continue;
      const body = method === 'POST' ? '{"broken' : undefined;
      const answer = await world.client.request(method, `${path}?id=abc&page=0`, { body });
      expect(code(answer)).toBe('401 UNAUTHORIZED');
    }
  });

  test('the rate limit is checked before the scope and everything after it', async () => {
    const what = ['--account', world.alpha.id, '--environment', 'live', '--scopes', 'emails.read', '--rate-limit', 1];
    const { key } = await world.server.command<{ key: string }>('key', 'create', ...what);
    const spent = async () => (await world.client.get('/auth/me', key)).status === 429;
    while (!(await spent()));
    for (const operation of world.client.api.operations) {
      if (operation.isPublic || operation.scopes.length === 0) continue;
      const body = operation.method === 'POST' ? '{"broken' : undefined;
      const answer = await world.client.request(operation.method, `${operation.path}?id=abc`, { as: key, body });
      // A new minute may begin during the test; its first request resets the budget.
      if (code(answer) === '403 FORBIDDEN') expect(answer.headers.get('x-ratelimit-remaining')).toBe('0');
      else expect(code(answer)).toBe('429 RATE_LIMIT_EXCEEDED');
    }
  });

  test('the syntax of the body is checked before the id', async () => {
    for (const operation of writes()) {
      const answer = await world.client.post(`${operation.path}?id=abc`, world.alpha.live, '{"broken');
      expect([nameOperation(operation), code(answer), answer.body.error.details]).toEqual([
        nameOperation(operation),
        '400 BAD_REQUEST',
        undefined,
      ]);
    }
  });

  test('the id is checked before the data', async () => {
    for (const operation of writes().filter(({ id }) => id)) {
      const missing = await world.client.post(operation.path, world.alpha.live, { message: 7, name: 7 });
      expect([nameOperation(operation), code(missing)]).toEqual([nameOperation(operation), '400 MISSING_ID']);
      const malformed = await world.client.post(`${operation.path}?id=abc`, world.alpha.live, { message: 7 });
      expect([nameOperation(operation), code(malformed)]).toEqual([nameOperation(operation), '400 BAD_REQUEST']);
    }
  });

  test('the data is checked before existence', async () => {
    let seen = 0;
    for (const operation of writes()) {
      const { required = [] } = operation.body ? world.client.api.resolve(operation.body.schema) : {};
      if (!operation.id || required.length === 0) continue;
      seen++;
      for (const id of [theirs[groupOf(operation.id, operation)] ?? 0, 999_999_999]) {
        const answer = await world.client.post(withQuery(operation.path, { id }), world.alpha.live, {});
        expect([nameOperation(operation), code(answer)]).toEqual([nameOperation(operation), '422 VALIDATION_ERROR']);
        expect(answer.body.error.details?.map(({ field }) => field).toSorted()).toEqual(required.toSorted());
      }
    }
    expect(seen).toBeGreaterThan(0);
  });

  test('existence is checked before state', async () => {
    const { body } = await world.client.post('/tickets', world.beta.live, {
      subject: 'a',
      message: 'b',
    });
    await world.client.post(`/tickets/close?id=${body.data.id}`, world.beta.live);
    for (const path of ['/tickets/close', '/tickets/reply']) {
      const own = await world.client.post(`${path}?id=${body.data.id}`, world.beta.live, { message: 'c' });
      expect(code(own)).toBe('409 TICKET_CLOSED');
      const foreign = await world.client.post(`${path}?id=${body.data.id}`, world.alpha.live, { message: 'c' });
      expect(code(foreign)).toBe('404 NOT_FOUND');
    }
  });

  test('a valid request with an unknown id returns 404 on every write with an id', async () => {
    for (const operation of writes().filter(({ id }) => id)) {
      const body = minimalBody(world.client.api, operation);
      const answer = await world.client.post(withQuery(operation.path, { id: 999_999_999 }), world.alpha.live, body);
      expect([nameOperation(operation), code(answer)]).toEqual([nameOperation(operation), '404 NOT_FOUND']);
    }
  });
});

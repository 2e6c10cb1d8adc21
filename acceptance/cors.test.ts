import { beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
  return world.close;
});

const ORIGIN = 'https://shop.example';

/** Sends the preflight request of a browser for a call with a key or JSON. */
function preflight(path: string, method: string, headers: string) {
  return fetch(`${world.server.url}${path}`, {
    method: 'OPTIONS',
    headers: {
      origin: ORIGIN,
      'access-control-request-method': method,
      'access-control-request-headers': headers,
    },
  });
}

const listOf = (text: string | null) => (text ?? '').split(',').map((word) => word.trim().toLowerCase());

describe('a browser', () => {
  test('can send every operation after a preflight without credentials', async () => {
    for (const { method, path } of world.client.api.operations) {
      const answer = await preflight(path, method, 'x-api-key,content-type');
      expect([path, answer.status]).toEqual([path, 204]);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
      expect(listOf(answer.headers.get('access-control-allow-methods'))).toContain(method.toLowerCase());
      expect(await answer.text()).toBe('');
    }
  });

  test('can send every header that the API accepts', async () => {
    const asked = 'authorization,x-api-key,content-type,idempotency-key,x-request-id,x-sandbox-scenario';
    const answer = await preflight('/api/v1/tickets', 'POST', asked);
    const allowed = listOf(answer.headers.get('access-control-allow-headers'));
    for (const header of asked.split(',')) expect(allowed).toContain(header);
    expect(Number(answer.headers.get('access-control-max-age'))).toBeGreaterThan(0);
  });

  test('can read every response, successful or not, and the relevant headers', async () => {
    const exposed = [
      'x-ratelimit-limit',
      'x-ratelimit-remaining',
      'x-ratelimit-reset',
      'retry-after',
      'location',
      'x-request-id',
      'x-environment',
      'x-ignored-fields',
      'idempotent-replayed',
    ];
    const headers = { origin: ORIGIN };
    for (const answer of [
      await world.client.get('/auth/me', world.alpha.live, headers),
      await world.client.get('/auth/me', undefined, headers),
      await world.client.get('/nothing', undefined, headers),
      await world.client.get('/tickets/show?id=999999', world.alpha.live, headers),
      await world.client.post('/tickets', world.alpha.live, {}, headers),
      await world.client.post('/tickets', world.alpha.live, '{"broken', headers),
      await world.client.post('/tickets', world.alpha.live, { subject: 'a', message: 'b' }, headers),
      await world.client.post('/auth/token', undefined, { api_key: 'wrong' }, headers),
    ]) {
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
      expect(listOf(answer.headers.get('access-control-expose-headers'))).toEqual(expect.arrayContaining(exposed));
    }
  });

  test('can make a complete call: preflight, then the request with a bearer token', async () => {
    const { body } = await world.client.post('/auth/token', undefined, {
      api_key: world.alpha.live,
    });
    const asked = await preflight('/api/v1/tickets', 'POST', 'authorization,content-type');
    expect(asked.ok).toBe(true);
    const created = await world.client.post(
      '/tickets',
      body.data.access_token,
      { subject: 'a', message: 'b' },
      {
        origin: ORIGIN,
      },
    );
    expect(created.status).toBe(201);
    expect(created.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('gets the same CORS headers with the origin null, and its cookie is ignored', async () => {
    const answer = await world.client.get('/auth/me', undefined, {
      origin: 'null',
      cookie: `x-api-key=${world.alpha.live}`,
    });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });
});

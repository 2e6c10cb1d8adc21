import { beforeAll, describe, expect, test } from 'vitest';
import type { TokenPair } from '../testing/api-types.ts';
import { eventually } from '../testing/until.ts';
import { Client } from './client.ts';
import { startServer } from './server.ts';
import { nameOperation } from './walk.ts';
import { openWorld, type World } from './world.ts';

interface Key {
  id: number;
  key: string;
}

let world: World;

beforeAll(async () => {
  // The tests act as a trusted proxy, so that callers can have several addresses.
  world = await openWorld({ settings: { HOSTLER_TRUSTED_PROXIES: '127.0.0.1' } });
  return world.close;
});

async function createKey(...options: (string | number)[]): Promise<Key> {
  const what = ['--account', world.alpha.id, '--environment', 'live', '--scopes', 'all', ...options];
  return world.server.command<Key>('key', 'create', ...what);
}

async function issueTokens(apiKey = world.alpha.live, scopes?: string[]): Promise<TokenPair> {
  const { status, body } = await world.client.post('/auth/token', undefined, { api_key: apiKey, scopes });
  expect(status).toBe(200);
  return body.data;
}

function refresh(token: string) {
  return world.client.post('/auth/refresh', undefined, { refresh_token: token });
}

describe('without valid credentials', () => {
  test('every operation except the public ones returns 401 UNAUTHORIZED without credentials', async () => {
    const secured = world.client.api.operations.filter((operation) => !operation.isPublic);
    expect(secured.length).toBeGreaterThan(5);
    for (const operation of secured) {
      for (const query of ['', '?id=1', '?id=nonsense&page=0']) {
        const { status, body } = await world.client.request(operation.method, `${operation.path}${query}`);
        expect([nameOperation(operation), status, body.error.code]).toEqual([
          nameOperation(operation),
          401,
          'UNAUTHORIZED',
        ]);
      }
    }
  });

  test('only the endpoints that give out tokens and keys are public', () => {
    const open = world.client.api.operations.filter((operation) => operation.isPublic).map(nameOperation);
    expect(open.sort()).toEqual([
      'POST /api/v1/auth/device',
      'POST /api/v1/auth/device/collect',
      'POST /api/v1/auth/refresh',
      'POST /api/v1/auth/token',
    ]);
  });

  test('a malformed, mistyped or unknown key returns 401 INVALID_API_KEY', async () => {
    const { live } = world.alpha;
    const last = live.at(-1) === 'a' ? 'b' : 'a';
    for (const key of ['', 'nonsense', live.slice(0, -1), `${live}x`, live.slice(0, -1) + last, live.toUpperCase()]) {
      const { status, body } = await world.client.get('/auth/me', undefined, { 'x-api-key': key });
      expect([key, status, body.error.code]).toEqual([key, 401, 'INVALID_API_KEY']);
    }
  });

  test('a key whose prefix was changed from live to test, or from test to live, is refused', async () => {
    for (const key of [
      world.alpha.live.replace('svc_live_', 'svc_test_'),
      world.alpha.test.replace('svc_test_', 'svc_live_'),
    ]) {
      const { status, body } = await world.client.get('/auth/me', key);
      expect([status, body.error.code]).toEqual([401, 'INVALID_API_KEY']);
    }
  });

  test('an Authorization header that is not a bearer token returns 401 UNAUTHORIZED', async () => {
    for (const authorization of ['Basic YWJjOmRlZg==', 'Bearer', 'Bearer svc_at_nonsense', 'Bearer a b', 'nonsense']) {
      const { status, body } = await world.client.get('/auth/me', undefined, { authorization });
      expect([authorization, status, body.error.code]).toEqual([authorization, 401, 'UNAUTHORIZED']);
    }
  });

  test('a refresh token is refused as an access token', async () => {
    const { refresh_token } = await issueTokens();
    const { status } = await world.client.get('/auth/me', undefined, { authorization: `Bearer ${refresh_token}` });
    expect(status).toBe(401);
  });
});

describe('an API key', () => {
  test('is sent in X-API-Key and identifies account, key, environment and scopes', async () => {
    const { key, id } = await createKey('--name', 'deploy', '--rate-limit', 1234);
    expect(key).toMatch(/^svc_live_[0-9A-Za-z]{36}$/);
    const { status, body } = await world.client.get('/auth/me', key);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      account: { id: world.alpha.id, name: 'Alpha' },
      key: { id, name: 'deploy' },
      environment: 'live',
      rate_limit: 1234,
      token_expires_at: null,
    });
  });

  test('has a default limit of 600 requests per minute', async () => {
    const { key } = await createKey();
    expect((await world.client.get('/auth/me', key)).headers.get('x-ratelimit-limit')).toBe('600');
  });

  test('belongs to the sandbox if it starts with svc_test_, and to production if it starts with svc_live_', async () => {
    expect(world.alpha.test).toMatch(/^svc_test_/);
    const sandbox = await world.client.get('/auth/me', world.alpha.test);
    expect(sandbox.body.data).toMatchObject({ environment: 'test' });
    expect(sandbox.headers.get('x-environment')).toBe('sandbox');
    const production = await world.client.get('/auth/me', world.alpha.live);
    expect(production.body.data).toMatchObject({ environment: 'live' });
    expect(production.headers.get('x-environment')).toBe('production');
  });

  test('is refused within a second after it is revoked, and so are its tokens', async () => {
    const { id, key } = await createKey();
    const { access_token, refresh_token } = await issueTokens(key);
    expect((await world.client.get('/auth/me', key)).status).toBe(200);
    expect((await world.client.get('/auth/me', access_token)).status).toBe(200);
    await world.server.command('key', 'revoke', '--id', id);
    // The API promises one second, but a busy machine may not respond even once in it.
    await expect.poll(async () => (await world.client.get('/auth/me', key)).status).toBe(401);
    await expect.poll(async () => (await world.client.get('/auth/me', access_token)).status).toBe(401);
    expect((await refresh(refresh_token)).status).toBe(401);
    const again = await world.client.post('/auth/token', undefined, { api_key: key });
    expect([again.status, again.body.error.code]).toEqual([401, 'INVALID_API_KEY']);
  });

  test('is refused after it expires', async () => {
    // A key cannot be created with an expiry in the past. If the command takes too long, the next attempt allows more time.
    let seconds = 1;
    const { key } = await eventually(() => {
      seconds *= 2;
      return createKey('--expires', Math.ceil(Date.now() / 1000) + seconds);
    });
    const ask = async () => {
      const { status, body } = await world.client.get('/auth/me', key);
      return [status, body.error?.code];
    };
    await expect.poll(ask).toEqual([401, 'INVALID_API_KEY']);
    expect((await world.client.post('/auth/token', undefined, { api_key: key })).status).toBe(401);
  });

  test('with allowed addresses returns 403 from any other address, and so do its tokens', async () => {
    const { key } = await createKey('--allow-from', '203.0.113.0/24,2001:db8::7');
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const { body } = await world.client.post('/auth/token', undefined, { api_key: key }, from('203.0.113.9'));
    for (const credential of [key, body.data.access_token]) {
      for (const address of ['203.0.113.5', '2001:db8::7']) {
        expect((await world.client.get('/auth/me', credential, from(address))).status).toBe(200);
      }
      for (const address of ['203.0.114.5', '2001:db8::8', '10.0.0.1']) {
        const refused = await world.client.get('/auth/me', credential, from(address));
        expect([address, refused.status, refused.body.error.code]).toEqual([address, 403, 'FORBIDDEN']);
      }
    }
    const token = await world.client.post('/auth/token', undefined, { api_key: key }, from('198.51.100.1'));
    expect([token.status, token.body.error.code]).toEqual([403, 'FORBIDDEN']);
  });

  test('returns 401 INVALID_API_KEY as a bearer token, and the message names the right header', async () => {
    const authorization = `Bearer ${world.alpha.live}`;
    const { status, body } = await world.client.get('/auth/me', undefined, { authorization });
    expect([status, body.error.code]).toEqual([401, 'INVALID_API_KEY']);
    expect(body.error.message).toContain('X-API-Key');
  });
});

describe('a token pair', () => {
  test('is created from an API key and expires after 3600 seconds', async () => {
    const pair = await issueTokens();
    expect(Object.keys(pair).sort()).toEqual(['access_token', 'expires_in', 'refresh_token']);
    expect(pair.access_token).toMatch(/^svc_at_/);
    expect(pair.refresh_token).toMatch(/^svc_rt_/);
    expect(pair.expires_in).toBe(3600);
  });

  test('contains an access token that works as Authorization: Bearer', async () => {
    const { access_token } = await issueTokens();
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      const { status, body } = await world.client.get('/auth/me', undefined, {
        authorization: `${scheme} ${access_token}`,
      });
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ account: { id: world.alpha.id }, environment: 'live' });
      const seconds = (Date.parse(body.data.token_expires_at ?? '') - Date.now()) / 1000;
      expect(seconds).toBeGreaterThan(3500);
      expect(seconds).toBeLessThanOrEqual(3600);
    }
  });

  test('requires api_key; otherwise creating it returns 422 for that field', async () => {
    for (const body of [{}, { api_key: null }, { api_key: 7 }, { api_key: '' }, { api_key: ['x'] }]) {
      const answer = await world.client.post('/auth/token', undefined, body);
      expect([JSON.stringify(body), answer.status]).toEqual([JSON.stringify(body), 422]);
      expect(answer.body.error.details?.map(({ field }) => field)).toEqual(['api_key']);
    }
    const wrong = await world.client.post('/auth/token', undefined, { api_key: 'svc_live_wrong' });
    expect([wrong.status, wrong.body.error.code]).toEqual([401, 'INVALID_API_KEY']);
  });

  test('can be exchanged for a new pair with its refresh token', async () => {
    const first = await issueTokens();
    const { status, body } = await refresh(first.refresh_token);
    expect(status).toBe(200);
    expect(body.data.expires_in).toBe(3600);
    expect(body.data.access_token).not.toBe(first.access_token);
    expect(body.data.refresh_token).not.toBe(first.refresh_token);
    expect((await world.client.get('/auth/me', body.data.access_token)).status).toBe(200);
  });

  test('requires refresh_token to be refreshed; otherwise it returns 422 for that field', async () => {
    for (const body of [{}, { refresh_token: null }, { refresh_token: 7 }, { refresh_token: '' }]) {
      const answer = await world.client.post('/auth/refresh', undefined, body);
      expect([JSON.stringify(body), answer.status]).toEqual([JSON.stringify(body), 422]);
      expect(answer.body.error.details?.map(({ field }) => field)).toEqual(['refresh_token']);
    }
    const unknown = await refresh('svc_rt_unknown');
    expect([unknown.status, unknown.body.error.code]).toEqual([401, 'UNAUTHORIZED']);
  });

  test('can be refreshed again with the previous refresh token if the client missed the response', async () => {
    const first = await issueTokens();
    const lost = await refresh(first.refresh_token);
    const again = await refresh(first.refresh_token);
    expect([lost.status, again.status]).toEqual([200, 200]);
    expect((await world.client.get('/auth/me', again.body.data.access_token)).status).toBe(200);
    expect((await refresh(again.body.data.refresh_token)).status).toBe(200);
  });

  test('is revoked with its whole token family when an old refresh token is reused', async () => {
    const first = await issueTokens();
    const second = (await refresh(first.refresh_token)).body.data;
    const third = (await refresh(second.refresh_token)).body.data;
    expect((await world.client.get('/auth/me', third.access_token)).status).toBe(200);
    const stolen = await refresh(first.refresh_token);
    expect([stolen.status, stolen.body.error.code]).toEqual([401, 'UNAUTHORIZED']);
    expect((await refresh(third.refresh_token)).status).toBe(401);
    for (const { access_token } of [first, second, third]) {
      await expect.poll(async () => (await world.client.get('/auth/me', access_token)).status).toBe(401);
    }
    // Another token family of the same key stays valid.
    expect((await world.client.get('/auth/me', (await issueTokens()).access_token)).status).toBe(200);
  });

  test('can have fewer scopes than its key, and keeps them after a refresh', async () => {
    const pair = await issueTokens(world.alpha.live, ['tickets.read']);
    const next = (await refresh(pair.refresh_token)).body.data;
    for (const { access_token } of [pair, next]) {
      expect((await world.client.get('/auth/me', access_token)).body.data).toMatchObject({ scopes: ['tickets.read'] });
      expect((await world.client.get('/tickets', access_token)).status).toBe(200);
      const refused = await world.client.post('/tickets', access_token, { subject: 'a', message: 'b' });
      expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN']);
    }
  });

  test('returns 422 INVALID_SCOPES for a scope that is unknown or that the key does not have', async () => {
    const { key } = await createKey('--scopes', 'tickets.read,hosting.read');
    for (const scopes of [['tickets.write'], ['tickets.read', 'nonsense'], ['*'], ['all'], [''], []]) {
      const { status, body } = await world.client.post('/auth/token', undefined, { api_key: key, scopes });
      expect([scopes, status, body.error.code]).toEqual([scopes, 422, 'INVALID_SCOPES']);
    }
    for (const scopes of ['tickets.read', { 0: 'tickets.read' }, [7]]) {
      const { status, body } = await world.client.post('/auth/token', undefined, { api_key: key, scopes });
      expect([scopes, status, body.error.code]).toEqual([scopes, 422, 'VALIDATION_ERROR']);
    }
  });

  test('takes precedence over X-API-Key if both headers are sent', async () => {
    const { access_token } = await issueTokens(world.beta.live);
    const both = await world.client.get('/auth/me', world.alpha.live, { authorization: `Bearer ${access_token}` });
    expect(both.body.data).toMatchObject({ account: { id: world.beta.id } });
    const wrong = await world.client.get('/auth/me', world.alpha.live, { authorization: 'Bearer svc_at_wrong' });
    expect([wrong.status, wrong.body.error.code]).toEqual([401, 'UNAUTHORIZED']);
  });

  test('belongs to the sandbox if it was created from a test key', async () => {
    const { access_token } = await issueTokens(world.alpha.test);
    const { headers, body } = await world.client.get('/auth/me', access_token);
    expect(body.data).toMatchObject({ environment: 'test' });
    expect(headers.get('x-environment')).toBe('sandbox');
  });
});

describe('a server that accepts only live keys', () => {
  test('returns 403 ENVIRONMENT_MISMATCH for a test key, and rate-limits guesses of keys', async () => {
    const server = await startServer({ settings: { HOSTLER_ENVIRONMENTS: 'live' } });
    try {
      const client = await Client.connect(server);
      const { live, test: sandbox } = server.seed.alpha;
      expect((await client.get('/auth/me', live)).status).toBe(200);
      for (const answer of [
        await client.get('/auth/me', sandbox),
        await client.get('/tickets/show?id=1', sandbox),
        await client.post('/tickets', sandbox, { subject: '' }),
        await client.post('/auth/token', undefined, { api_key: sandbox }),
      ]) {
        expect([answer.status, answer.body.error.code]).toEqual([403, 'ENVIRONMENT_MISMATCH']);
        expect(answer.headers.get('x-ratelimit-limit')).not.toBeNull();
      }

      // No proxy is trusted here, so a forwarded address is ignored and opens no new budget.
      let wrong = 0;
      for (;;) {
        const guess = await client.get('/auth/me', undefined, {
          'x-api-key': `svc_live_guess${wrong++}`,
          'x-forwarded-for': `198.51.100.${wrong % 250}`,
        });
        if (guess.status === 429) {
          expect(Number(guess.headers.get('retry-after'))).toBeGreaterThan(0);
          expect(Number(guess.headers.get('retry-after'))).toBeLessThanOrEqual(60);
          expect(guess.body.error.code).toBe('RATE_LIMIT_EXCEEDED');
          break;
        }
        expect([guess.status, guess.body.error.code]).toEqual([401, 'INVALID_API_KEY']);
        // Up to twice the limit if a new minute begins meanwhile.
        expect(wrong).toBeLessThan(205);
      }
      expect(wrong).toBeGreaterThan(100);
      expect((await client.get('/auth/me', live)).status).toBe(200);
      expect((await client.post('/auth/token', undefined, { api_key: live })).status).toBe(200);
      // Requests without credentials do not count as guesses.
      expect((await client.get('/auth/me')).status).toBe(401);
    } finally {
      await server.close();
    }
  });
});

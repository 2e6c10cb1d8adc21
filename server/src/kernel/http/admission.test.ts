import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '../time.ts';

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  server.clock.standStill();
  account = await server.createAccount();
  return server.stop;
});

/** Advances the clock to the next minute, so that each test has its own window. */
function toNextMinute(): void {
  server.clock.advance(MINUTE - (server.clock.now() % MINUTE));
}

describe('a key that has used up its rate limit', () => {
  it('is admitted again after Retry-After, and not before', async () => {
    const { key } = await server.createKey(account.id, 'live', { rate_limit: 2 });
    toNextMinute();
    for (const remaining of ['1', '0']) {
      const { status, headers } = await server.get('/auth/me', key);
      expect([status, headers.get('x-ratelimit-remaining')]).toEqual([200, remaining]);
    }
    server.clock.advance(40 * SECOND);
    const refused = await server.get('/auth/me', key);
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBe(20);
    expect(Number(refused.headers.get('x-ratelimit-reset')) * SECOND).toBeGreaterThan(server.clock.now());
    server.clock.advance((seconds - 1) * SECOND);
    expect((await server.get('/auth/me', key)).status).toBe(429);
    server.clock.advance(SECOND);
    expect((await server.get('/auth/me', key)).status).toBe(200);
  });
});

describe('an address with wrong credentials', () => {
  it('is rate limited after 100 failures until the end of the minute, while valid credentials still pass', async () => {
    toNextMinute();
    const wrong = () => server.get('/auth/me', 'svc_live_wrong');
    for (let count = 1; count <= 100; count++) expect((await wrong()).status).toBe(401);
    const refused = await wrong();
    expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    const token = await server.post('/auth/token', undefined, { api_key: 'svc_live_wrong' });
    expect(token.status).toBe(429);
    const refresh = await server.post('/auth/refresh', undefined, { refresh_token: 'svc_rt_wrong' });
    expect(refresh.status).toBe(429);
    expect((await server.get('/auth/me', account.live)).status).toBe(200);
    expect((await server.get('/auth/me')).status).toBe(401);
    server.clock.advance(MINUTE);
    expect((await wrong()).status).toBe(401);
  });
});

describe('a route without credentials', () => {
  const large = { api_key: 'x'.repeat(16 * 1024) };
  const mistakes: [what: string, path: string, body: unknown, status: number][] = [
    ['malformed JSON', '/auth/token', '{', 400],
    ['invalid data', '/auth/refresh', {}, 422],
    ['a wrong key', '/auth/token', { api_key: 'svc_live_wrong' }, 401],
    ['a body that is too large', '/auth/token', large, 413],
  ];

  it('counts every error by address, and never refuses valid credentials', async () => {
    toNextMinute();
    for (let count = 0; count < 25; count++) {
      for (const [what, path, body, status] of mistakes) {
        expect([what, (await server.post(path, undefined, body)).status]).toEqual([what, status]);
      }
    }
    for (const [what, path, body] of mistakes) {
      const { status, headers } = await server.post(path, undefined, body);
      expect([what, status, Number(headers.get('retry-after')) > 0]).toEqual([what, 429, true]);
    }
    const pair = await server.post('/auth/token', undefined, { api_key: account.live });
    expect(pair.status).toBe(200);
    const { refresh_token } = pair.body.data;
    expect((await server.post('/auth/refresh', undefined, { refresh_token })).status).toBe(200);
    // An error of a known caller is returned as such.
    const scopes = { api_key: account.live, scopes: ['nonsense'] };
    expect((await server.post('/auth/token', undefined, scopes)).status).toBe(422);
  });

  it('refuses a body over 16 KiB, and states the limit', async () => {
    toNextMinute();
    for (const path of ['/auth/token', '/auth/refresh']) {
      const { status, body } = await server.post(path, undefined, large);
      expect([status, body.error]).toEqual([
        413,
        {
          code: 'PAYLOAD_TOO_LARGE',
          message: 'The body is larger than 16 KiB. Send a smaller one.',
          reason: 'body_too_large',
          params: { limit: '16 KiB' },
        },
      ]);
    }
    const elsewhere = await server.post('/tickets', account.live, { subject: 'x'.repeat(1024 * 1024) });
    expect(elsewhere.body.error.message).toBe('The body is larger than 1 MiB. Send a smaller one.');
  });
});

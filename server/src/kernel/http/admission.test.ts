import { beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestAccount, type TestServer } from '../../../test/server.ts';
import { MINUTE, SECOND } from '../time.ts';

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  account = await server.createAccount();
  return server.stop;
});

/** To the start of the next minute, so that a test has one to itself. */
function toNextMinute(): void {
  server.clock.advance(MINUTE - (server.clock.now() % MINUTE));
}

describe('a key that has spent its budget', () => {
  it('is admitted again when the time that Retry-After told is over, and not before', async () => {
    const { key } = await server.createKey(account.id, 'live', { 'rate-limit': 2 });
    toNextMinute();
    for (const remaining of ['1', '0']) {
      const { status, headers } = await server.get('/auth/me', key);
      expect([status, headers.get('x-ratelimit-remaining')]).toEqual([200, remaining]);
    }
    server.clock.advance(40 * SECOND);
    const refused = await server.get('/auth/me', key);
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(10);
    expect(seconds).toBeLessThanOrEqual(20);
    expect(Number(refused.headers.get('x-ratelimit-reset')) * SECOND).toBeGreaterThan(server.clock.now());
    server.clock.advance((seconds - 5) * SECOND);
    expect((await server.get('/auth/me', key)).status).toBe(429);
    server.clock.advance(6 * SECOND);
    expect((await server.get('/auth/me', key)).status).toBe(200);
  });
});

describe('an address that brings wrong credentials', () => {
  it('is told to wait after a hundred, for the rest of the minute; right credentials still pass', async () => {
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

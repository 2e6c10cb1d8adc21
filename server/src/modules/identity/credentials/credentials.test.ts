import { sql } from '@hostler/database';
import type { TokenPair } from '@hostler/testing/api-types.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts';

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  // Tokens that live for seconds must not expire because the machine is busy.
  server.clock.standStill();
  account = await server.createAccount();
  return server.stop;
});

const bearer = (token: string) => server.get('/auth/me', undefined, { authorization: `Bearer ${token}` });
const refresh = (token: string) => server.post('/auth/refresh', undefined, { refresh_token: token });

async function issue(apiKey = account.live, scopes?: string[]): Promise<TokenPair> {
  const { status, body } = await server.post('/auth/token', undefined, { api_key: apiKey, scopes });
  expect(status).toBe(200);
  return body.data;
}

describe('an access token', () => {
  it('is valid for one hour', async () => {
    const { access_token, expires_in } = await issue();
    expect(expires_in).toBe(3600);
    server.clock.advance(HOUR - 5 * SECOND);
    expect((await bearer(access_token)).status).toBe(200);
    server.clock.advance(6 * SECOND);
    const { status, body } = await bearer(access_token);
    expect([status, body.error.code]).toEqual([401, 'UNAUTHORIZED']);
  });

  it('expires with its key', async () => {
    const { key } = await server.createKey(account.id, 'live', { expires_at: server.clock.now() + 10 * MINUTE });
    const { access_token, refresh_token } = await issue(key);
    server.clock.advance(9 * MINUTE);
    expect((await server.get('/auth/me', key)).status).toBe(200);
    expect((await bearer(access_token)).status).toBe(200);
    server.clock.advance(2 * MINUTE);
    expect((await server.get('/auth/me', key)).body.error.code).toBe('INVALID_API_KEY');
    expect((await bearer(access_token)).body.error.code).toBe('UNAUTHORIZED');
    expect((await refresh(refresh_token)).status).toBe(401);
    expect((await server.post('/auth/token', undefined, { api_key: key })).body.error.code).toBe('INVALID_API_KEY');
  });

  it('stays valid after the pair is refreshed', async () => {
    const { access_token, refresh_token } = await issue();
    expect((await refresh(refresh_token)).status).toBe(200);
    expect((await bearer(access_token)).status).toBe(200);
  });
});

describe('a refresh token', () => {
  it('is valid for 30 days, and a new one for another 30 days', async () => {
    const { refresh_token } = await issue();
    server.clock.advance(29 * DAY);
    const second = await refresh(refresh_token);
    expect(second.status).toBe(200);
    server.clock.advance(29 * DAY);
    const third = await refresh(second.body.data.refresh_token);
    expect(third.status).toBe(200);
    server.clock.advance(30 * DAY + SECOND);
    const { status, body } = await refresh(third.body.data.refresh_token);
    expect([status, body.error.code]).toEqual([401, 'UNAUTHORIZED']);
  });

  it('can be used again within ten seconds, for a client that missed the response', async () => {
    const first = await issue();
    await refresh(first.refresh_token);
    server.clock.advance(8 * SECOND);
    const again = await refresh(first.refresh_token);
    expect(again.status).toBe(200);
    expect((await bearer(again.body.data.access_token)).status).toBe(200);
  });

  it('that is reused after ten seconds revokes its whole family', async () => {
    const first = await issue();
    const second = (await refresh(first.refresh_token)).body.data;
    server.clock.advance(11 * SECOND);
    expect((await refresh(first.refresh_token)).status).toBe(401);
    expect((await refresh(second.refresh_token)).status).toBe(401);
    await expect.poll(async () => (await bearer(second.access_token)).status).toBe(401);
    await expect.poll(async () => (await bearer(first.access_token)).status).toBe(401);
  });

  it('cannot be used again once its successor was used, even within ten seconds', async () => {
    const first = await issue();
    const second = (await refresh(first.refresh_token)).body.data;
    expect((await refresh(second.refresh_token)).status).toBe(200);
    expect((await refresh(first.refresh_token)).status).toBe(401);
  });

  it('used in concurrent requests gives each a valid pair', async () => {
    const first = await issue();
    const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(first.refresh_token)));
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect((await bearer(body.data.access_token)).status).toBe(200);
    }
  });

  it('is revoked with its key', async () => {
    const { id, key } = await server.createKey(account.id, 'live');
    const { refresh_token } = await issue(key);
    await server.operator.keys.revoke({ id });
    expect((await refresh(refresh_token)).status).toBe(401);
  });
});

describe('a token', () => {
  it('has no more scopes than its key has at that moment', async () => {
    const { id, key } = await server.createKey(account.id, 'live', { scopes: ['tickets.read', 'tickets.write'] });
    const { access_token } = await issue(key);
    // Changes the scopes by SQL: the panel is not part of this test.
    await server.hostler.db.write(() => SET_SCOPES.run({ id, scopes: 'tickets.read' }));
    await expect.poll(async () => (await bearer(access_token)).body.data).toMatchObject({ scopes: ['tickets.read'] });
    const refused = await server.post('/tickets', undefined, {}, { authorization: `Bearer ${access_token}` });
    expect(refused.status).toBe(403);
  });
});

const SET_SCOPES = sql<{ id: number; scopes: string }>('update api_keys set scopes = :scopes where id = :id');
const SET_HASH = sql<{ id: number; hash: string }>('update api_keys set hash = :hash where id = :id');
const USES = sql<{ key_id: number }, { last_used_at: number; last_used_from: string }>(
  'select last_used_at, last_used_from from api_key_uses where key_id = :key_id',
);
const COUNT = sql<object, { tokens: number; families: number }>(
  `select (select count(*) from refresh_tokens) as tokens, (select count(*) from token_families) as families`,
);

describe('a key', () => {
  it('stores the time and address of its last use, about once a minute', async () => {
    const { id, key } = await server.createKey(account.id, 'live');
    const uses = async () => server.hostler.db.read(USES.one({ key_id: id }));
    await server.get('/auth/me', key);
    await expect.poll(uses).toMatchObject({ last_used_from: '127.0.0.1' });
    const first = (await uses())?.last_used_at ?? 0;
    expect(Math.abs(first - server.clock.now())).toBeLessThan(10_000);
    await server.get('/auth/me', key);
    server.clock.advance(2 * MINUTE);
    await server.get('/auth/me', key);
    await expect.poll(async () => ((await uses())?.last_used_at ?? 0) - first).toBeGreaterThan(MINUTE);
  });

  it('in the cache is refreshed within a second, in one batch with other keys', async () => {
    const keys = await Promise.all(['revoked', 'reduced', 'unchanged'].map(() => server.createKey(account.id, 'live')));
    const [revoked, reduced] = keys;
    const answers = async () => {
      const all = await Promise.all(keys.map(({ key }) => server.get('/auth/me', key)));
      return all.map(({ status, body }) => (status === 200 ? body.data.scopes.length > 1 : body.error.code));
    };
    expect(await answers()).toEqual([true, true, true]);
    await server.operator.keys.revoke({ id: revoked?.id ?? 0 });
    await server.hostler.db.write(() => SET_SCOPES.run({ id: reduced?.id ?? 0, scopes: 'tickets.read' }));
    await expect.poll(answers).toEqual(['INVALID_API_KEY', false, true]);
  });

  it('is refused if its id belongs to another key', async () => {
    const { id, key } = await server.createKey(account.id, 'live');
    expect((await server.get('/auth/me', key)).status).toBe(200);
    // A standby that lags behind may hand out the id of another key.
    await server.hostler.db.write(() => SET_HASH.run({ id, hash: 'of another key' }));
    await expect.poll(async () => (await server.get('/auth/me', key)).status).toBe(401);
  });

  it('that does not exist is refused on every request', async () => {
    const unknown = account.live.replace(/.{6}$/, '000000');
    for (let count = 0; count < 3; count++) expect((await server.get('/auth/me', unknown)).status).toBe(401);
  });
});

describe('expired tokens', () => {
  it('are deleted, and a family is deleted with its last token', async () => {
    const { refresh_token } = await issue();
    server.clock.advance(29 * DAY);
    await refresh(refresh_token);
    server.clock.advance(2 * DAY);
    await server.runUpkeep('auth.forget-expired-tokens');
    expect(await server.hostler.db.read(COUNT.one({}))).toEqual({ tokens: 1, families: 1 });
    server.clock.advance(30 * DAY);
    await server.runUpkeep('auth.forget-expired-tokens');
    expect(await server.hostler.db.read(COUNT.one({}))).toEqual({ tokens: 0, families: 0 });
  });
});

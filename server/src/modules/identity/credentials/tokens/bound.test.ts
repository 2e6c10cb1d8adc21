import { sql } from '@hostler/database';
import type { TokenPair } from '@hostler/testing/api-types.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '#kernel/time.ts';
import { FAMILIES_PER_KEY, insertFamily, PAIRS_PER_FAMILY } from './store.ts';

const COUNT = sql<{ key_id: number }, { families: number; access: number; refresh: number }>(
  `select count(*) as families,
     (select count(*) from access_tokens join token_families as f on f.id = family_id where key_id = :key_id) as access,
     (select count(*) from refresh_tokens join token_families as f on f.id = family_id where key_id = :key_id) as refresh
   from token_families where key_id = :key_id`,
);

let server: TestServer;
let accountId: number;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  accountId = (await server.createAccount()).id;
  return server.stop;
});

const bearer = async (token: string) =>
  (await server.get('/auth/me', undefined, { authorization: `Bearer ${token}` })).status;
const untilRefused = (token: string) => expect.poll(() => bearer(token)).toBe(401);
const refresh = (token: string) => server.post('/auth/refresh', undefined, { refresh_token: token });
const count = (key_id: number) => server.hostler.db.read(COUNT.one({ key_id }));

async function issue(key: string): Promise<TokenPair> {
  return (await server.post('/auth/token', undefined, { api_key: key })).body.data;
}

/** Returns all pairs of a family, including the first. */
async function refreshTimes(first: TokenPair, times: number): Promise<TokenPair[]> {
  const pairs = [first];
  for (let made = 0; made < times; made++) {
    const { status, body } = await refresh(pairs.at(-1)?.refresh_token ?? '');
    expect(status).toBe(200);
    pairs.push(body.data);
  }
  return pairs;
}

const newKey = () => server.createKey(accountId, 'live', { rate_limit: 10_000 });
const fillUp = (key_id: number, families: number) =>
  server.hostler.db.write(function* () {
    for (let made = 0; made < families; made++)
      yield* insertFamily({ key_id, scopes: '', pairs: 0, stem_hash: null, created_at: 0 });
  });

describe('the token families of a key', () => {
  it('are limited: a new one revokes only the oldest', async () => {
    const [{ id, key }, other] = [await newKey(), await newKey()];
    const stranger = await issue(other.key);
    const [oldest, second] = [await issue(key), await issue(key)];
    await fillUp(id, FAMILIES_PER_KEY - 2);
    expect(await bearer(oldest.access_token)).toBe(200);
    await issue(key);
    await untilRefused(oldest.access_token);
    const { status, body } = await refresh(oldest.refresh_token);
    expect([status, body.error.code]).toEqual([401, 'UNAUTHORIZED']);
    expect(await bearer(second.access_token)).toBe(200);
    expect((await refresh(second.refresh_token)).status).toBe(200);
    expect((await refresh(stranger.refresh_token)).status).toBe(200);
    expect(await count(id)).toEqual({ families: FAMILIES_PER_KEY, access: 3, refresh: 3 });
  });

  it('stay within the limit with concurrent requests, and if there were too many before', async () => {
    const { id, key } = await newKey();
    await fillUp(id, FAMILIES_PER_KEY + 5);
    await Promise.all(Array.from({ length: 8 }, () => issue(key)));
    const last = await issue(key);
    expect((await count(id))?.families).toBe(FAMILIES_PER_KEY);
    expect((await refresh(last.refresh_token)).status).toBe(200);
  });

  it('leave no rows behind when a reused refresh token revokes one', async () => {
    const { id, key } = await newKey();
    const [first] = await refreshTimes(await issue(key), 2);
    expect((await refresh(first?.refresh_token ?? '')).status).toBe(401);
    expect(await count(id)).toEqual({ families: 0, access: 0, refresh: 0 });
  });
});

describe('the token pairs of a family', () => {
  it('are limited: a refresh revokes the oldest access token', async () => {
    const { id, key } = await newKey();
    const pairs = await refreshTimes(await issue(key), PAIRS_PER_FAMILY + 2);
    const [gone, kept] = [pairs.slice(0, 3), pairs.slice(3)];
    for (const { access_token } of gone) await untilRefused(access_token);
    for (const { access_token } of kept) expect(await bearer(access_token)).toBe(200);
    expect(await count(id)).toEqual({ families: 1, access: PAIRS_PER_FAMILY, refresh: PAIRS_PER_FAMILY });
  });

  it('detect theft after any number of refreshes: a reused old refresh token revokes the family', async () => {
    const { key } = await newKey();
    const pairs = await refreshTimes(await issue(key), PAIRS_PER_FAMILY + 2);
    const [first, last] = [pairs[0], pairs.at(-1)];
    expect((await refresh(first?.refresh_token ?? '')).status).toBe(401);
    await untilRefused(last?.access_token ?? '');
    expect((await refresh(last?.refresh_token ?? '')).status).toBe(401);
  });

  it('are ordered by creation, independent of the clock', async () => {
    const { key } = await newKey();
    const before = await refreshTimes(await issue(key), PAIRS_PER_FAMILY);
    server.clock.advance(-30 * MINUTE);
    const [, ...after] = await refreshTimes(before.at(-1) as TokenPair, 3);
    for (const { access_token } of after) expect(await bearer(access_token)).toBe(200);
    server.clock.advance(30 * MINUTE);
  });

  it('without numbers, from an older version, stay valid until they expire; new ones are limited', async () => {
    const { id, key } = await newKey();
    const first = await issue(key);
    await server.hostler.db.write(function* () {
      yield* sql<{ id: number }>('update token_families set pairs = 0, stem_hash = null where key_id = :id').run({
        id,
      });
      for (const table of ['access_tokens', 'refresh_tokens']) {
        const ofKey = '(select id from token_families where key_id = :id)';
        yield* sql<{ id: number }>(`update ${table} set number = null where family_id in ${ofKey}`).run({ id });
      }
    });
    const pairs = await refreshTimes(first, PAIRS_PER_FAMILY + 2);
    expect(await bearer(first.access_token)).toBe(200);
    expect(await count(id)).toEqual({ families: 1, access: PAIRS_PER_FAMILY + 1, refresh: PAIRS_PER_FAMILY + 1 });
    expect((await refresh(pairs[1]?.refresh_token ?? '')).status).toBe(401);
    expect(await count(id)).toEqual({ families: 0, access: 0, refresh: 0 });
  });
});

describe('an unknown refresh token', () => {
  it('revokes no family, whatever its length', async () => {
    const { key } = await newKey();
    const pair = await issue(key);
    for (const wrong of ['svc_rt_', 'svc_rt_x', `svc_rt_${'x'.repeat(43)}`, pair.refresh_token.slice(0, 20)]) {
      expect((await refresh(wrong)).status).toBe(401);
    }
    expect((await refresh(pair.refresh_token)).status).toBe(200);
    server.clock.advance(31 * DAY);
    expect((await refresh(`${pair.refresh_token.slice(0, -1)}_`)).status).toBe(401);
  });
});

describe('a token with all scopes of its key', () => {
  it('that was issued to a restricted account gets the full scopes when it is refreshed later', async () => {
    const { id } = await server.createAccount();
    const bind = (bound: string | null) =>
      server.hostler.db.write(() =>
        sql<{ account_id: number; bound: string | null }>(
          'update accounts set bound = :bound where id = :account_id',
        ).run({ account_id: id, bound }),
      );
    await bind('unpaid');
    const { key } = await server.createKey(id, 'live');
    const scopes = async (token: string) =>
      (await server.get('/auth/me', undefined, { authorization: `Bearer ${token}` })).body.data.scopes;
    const pair = await issue(key);
    expect(await scopes(pair.access_token)).not.toContain('hosting.write');
    await bind(null);
    const next = (await refresh(pair.refresh_token)).body.data;
    const ofKey = (await server.get('/auth/me', key)).body.data.scopes;
    expect(ofKey).toContain('hosting.write');
    expect(new Set(await scopes(next.access_token))).toEqual(new Set(ofKey));
  });
});

import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  account = await server.createAccount();
  return server.stop;
});

/** Returns the cache keys of these requests. */
async function keysOf(paths: string[], key = account.live): Promise<string[]> {
  const kept = vi.spyOn(server.hostler.db, 'kept');
  try {
    for (const path of paths) await server.get(path, key);
    return kept.mock.calls.map(([name]) => name);
  } finally {
    kept.mockRestore();
  }
}

describe('a cached page', () => {
  it('has a cache key of declared parameters only', async () => {
    const same = [
      '/tickets',
      '/tickets?',
      '/tickets?x=1',
      `/tickets?long=${'x'.repeat(10_000)}`,
      '/tickets?id=7&tickets=8&__proto__=1&%00=2',
    ];
    expect(new Set(await keysOf(same)).size).toBe(1);
    const malformed = ['/tickets?page=0', '/tickets?status=none', `/tickets?search=${'x'.repeat(201)}`];
    expect(await keysOf(malformed)).toEqual([]);
  });

  it('has a different cache key for each request, caller and set of scopes', async () => {
    const questions = [
      '/tickets',
      '/tickets?page=2',
      '/tickets?per_page=2',
      '/tickets?sort=asc',
      '/tickets?status=open',
      '/tickets?search=open',
      `/tickets?search=${encodeURIComponent('open","status":"open')}`,
      '/tickets?search=open&status=open',
      '/hosting',
      '/webhooks/deliveries?id=1',
      '/webhooks/deliveries?id=2',
    ];
    const keys = await keysOf(questions);
    const { key: less } = await server.createKey(account.id, 'live', { scopes: ['tickets.read', 'hosting.read'] });
    const other = await server.createAccount();
    for (const caller of [account.test, less, other.live]) keys.push(...(await keysOf(['/tickets'], caller)));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('cannot be read with credentials that look like its cache key', async () => {
    const paths = ['/tickets', '/hosting?page=1'];
    const keys = await keysOf(paths);
    expect(keys).toHaveLength(paths.length);
    for (const shaped of [...keys, ...keys.map((key) => key.replace(/^\w+ /, '')), 'page', `key ${account.live}`]) {
      const byKey = await server.get('/auth/me', shaped);
      expect([byKey.status, byKey.body.error.code]).toEqual([401, 'INVALID_API_KEY']);
      const byToken = await server.get('/auth/me', undefined, {
        authorization: `Bearer ${shaped.replaceAll(' ', '\t')}`,
      });
      expect(byToken.status).toBe(401);
    }
  });
});

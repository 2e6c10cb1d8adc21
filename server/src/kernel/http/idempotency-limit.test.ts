import { sql } from '@hostler/database';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  return server.stop;
});

const STORED = sql<{ key: string }, { body: string }>(
  'select body from idempotency_records where idempotency_key = :key',
);
const ticket = { subject: 'Kept', message: 'Once.' };
const once = (key: string, name: string, path = '/tickets', body: unknown = ticket) =>
  server.post<{ id: number }>(path, key, body, { 'idempotency-key': name });

describe('an account that has used many Idempotency-Keys', () => {
  it('cannot use new ones, live or test, while replays and requests without one are answered', async () => {
    const account = await server.createAccount();
    const used = async () => (await server.get('/auth/me', account.live)).body.data.limits.idempotency_bytes;
    expect(await used()).toEqual({ limit: 512 * 1024 * 1024, used: 0 });
    await server.operator.limits.change({ account_id: account.id, limits: { idempotency_bytes: 1 } });
    const first = await once(account.live, 'first');
    expect(first.status).toBe(201);
    expect((await used())?.used).toBeGreaterThan(1);
    for (const key of [account.live, account.test]) {
      const refused = await once(key, 'second');
      expect([refused.status, refused.body.error.code]).toEqual([409, 'QUOTA_EXCEEDED']);
      expect(refused.body.error.message).toContain('without the header');
      expect((await server.post('/tickets', key, ticket)).status).toBe(201);
    }
    const again = await once(account.live, 'first');
    expect([again.body.data.id, again.headers.get('idempotent-replayed')]).toEqual([first.body.data.id, 'true']);
    expect((await server.get('/tickets', account.live)).body.meta.total).toBe(2);
  });
});

describe('a refused body of 1 MiB', () => {
  it('stores less than 1 KB under its Idempotency-Key', async () => {
    const account = await server.createAccount();
    const body = `{"url":"https://example.com/${'x'.repeat(1_000_000)}","events":[${'0,'.repeat(15_000)}0]}`;
    const refused = await once(account.test, 'hostile', '/webhooks', body);
    expect(refused.status).toBe(422);
    const stored = await server.hostler.db.read(STORED.one({ key: 'hostile' }));
    expect(stored?.body.length).toBeLessThan(1_000);
  });
});

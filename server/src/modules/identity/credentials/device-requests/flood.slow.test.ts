import { randomBytes } from 'node:crypto';
import { sql } from '@hostler/database';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, expect, it } from 'vitest';
import { MINUTE } from '#kernel/time.ts';

const COUNT = sql<object, { count: number }>('select count(*) as count from device_requests');
const REQUESTS = 10_000;
const AT_ONCE = 50;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ worker: false, env: { HOSTLER_TRUSTED_PROXIES: '127.0.0.1' } });
  server.clock.standStill();
  return server.stop;
});

async function flood(addressOf: (request: number) => string): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  let next = 0;
  const run = async () => {
    for (let request = next++; request < REQUESTS; request = next++) {
      const challenge = randomBytes(32).toString('base64url');
      const body = { challenge, program: 'hostctl', machine: 'laptop' };
      const headers = { 'x-forwarded-for': addressOf(request) };
      const { status } = await server.post('/auth/device', undefined, body, headers);
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
  return counts;
}

const countRows = async () => (await server.hostler.db.read(COUNT.one({})))?.count;

it('stores 20 of 10,000 requests from one address', { timeout: 120_000 }, async () => {
  expect(Object.fromEntries(await flood(() => '203.0.113.1'))).toEqual({ 201: 20, 429: REQUESTS - 20 });
  expect(await countRows()).toBe(20);
});

it('stores 5,000 of 10,000 requests from as many addresses, and none of them for long', {
  timeout: 120_000,
}, async () => {
  server.clock.advance(11 * MINUTE);
  await server.runUpkeep('device-requests.forget-expired');
  const counts = await flood((request) => `198.${Math.floor(request / 250)}.1.${request % 250}`);
  const stored = counts.get(201) ?? 0;
  // Concurrent requests from different addresses do not wait for each other.
  expect(stored).toBeGreaterThanOrEqual(5_000);
  expect(stored).toBeLessThanOrEqual(5_000 + AT_ONCE);
  expect([counts.get(429), await countRows()]).toEqual([REQUESTS - stored, stored]);
  server.clock.advance(11 * MINUTE);
  await server.runUpkeep('device-requests.forget-expired');
  expect(await countRows()).toBe(0);
});

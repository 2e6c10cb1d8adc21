import { preparePlanHistories, provePlanHistories } from '@hostler/testing/server/plan-histories.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ worker: false, env: { HOSTLER_TAX_SMALL_BUSINESS: 'on' } });
  await preparePlanHistories(server);
});
afterAll(() => server.stop());

it('each second of each billed period is charged once, at its price, in many random histories', async () => {
  await expect(provePlanHistories(server, 300)).resolves.toBeUndefined();
}, 600_000);
